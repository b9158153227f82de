// The number that a sign of a text belongs to: `12` for the `€` of `€12`.

#ifndef INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_
#define INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace interpres {

// The characters of a text that suffice on each side. Longer numbers are cut.
inline constexpr std::size_t kNumberContext = 32;

// Returns the digits of the number that touches a sign between the texts
// `before` and `after`, or that one space separates from the sign. A number
// that touches the sign comes first. Points and commas between digits are left
// out, because a translation may have others. Returns an empty string without
// such a number, and if both sides have one at the same distance. Thread-safe.
std::u32string NumberBeside(std::u32string_view before,
                            std::u32string_view after);

// Returns NumberBeside of texts[index] in the text that the texts make
// together. REQUIRES: the texts are valid UTF-8. Thread-safe.
std::u32string NumberBesideText(std::span<const std::string> texts,
                                std::size_t index);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_
