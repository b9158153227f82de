// Finds the name that a mistyped word stands for.

#ifndef INTERPRES_MODEL_BASE_NEAREST_NAME_H_
#define INTERPRES_MODEL_BASE_NEAREST_NAME_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the minimum number of edits that turn `a` into `b`. An edit inserts,
// deletes or replaces a byte, or swaps two adjacent bytes. A byte is edited
// once at most (optimal string alignment). Takes O(a.size() * b.size()) time.
size_t EditDistance(std::string_view a, std::string_view b);

// Returns the name in `names` with the minimum edit distance to `word`. Returns
// the first of several. Returns "" if the minimum is more than a third of the
// bytes of `word`, or if `names` is empty.
std::string NearestName(std::string_view word,
                        const std::vector<std::string>& names);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_NEAREST_NAME_H_
