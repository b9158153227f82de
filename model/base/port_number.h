// The port in a network address.

#ifndef INTERPRES_MODEL_BASE_PORT_NUMBER_H_
#define INTERPRES_MODEL_BASE_PORT_NUMBER_H_

#include <optional>
#include <string_view>

namespace interpres {

inline constexpr int kMaxPort = 65535;

// Returns the number that `text` spells in one to five decimal digits. Returns
// null for any other text and for numbers above kMaxPort: a sign, spaces, the
// name of a service.
std::optional<int> ParsePort(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_PORT_NUMBER_H_
