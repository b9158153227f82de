// Finds the name that a misspelt one probably stands for.

#ifndef INTERPRES_SERVER_BASE_NEAREST_NAME_H_
#define INTERPRES_SERVER_BASE_NEAREST_NAME_H_

#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the name in `known` that needs the fewest edits (insert, delete or
// replace a character) to become `name`; the first of several. Empty if even
// that name needs more edits than a third of the length of `name`.
std::string NearestName(std::string_view name,
                        const std::vector<std::string>& known);

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_NEAREST_NAME_H_
