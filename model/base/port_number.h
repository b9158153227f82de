// The port in a network address.

#ifndef INTERPRES_MODEL_BASE_PORT_NUMBER_H_
#define INTERPRES_MODEL_BASE_PORT_NUMBER_H_

#include <optional>
#include <string_view>

namespace interpres {

inline constexpr int kMaxPort = 65535;

// Returns the port, 0 to kMaxPort, that `text` spells in one to five decimal
// digits. Returns null for a number above kMaxPort and for any other text, for
// example with a sign, spaces or the name of a service.
std::optional<int> ParsePort(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_PORT_NUMBER_H_
