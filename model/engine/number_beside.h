// The number that a sign of a text belongs to: `12` for the `€` of `€12`.

#ifndef INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_
#define INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace interpres {

// The number of characters before and behind a sign in which NumberBeside looks
// for a number. A longer number is cut.
inline constexpr std::size_t kNumberContext = 32;

// Returns the digits of the number beside a sign, such as `12` for the `€` of
// `€12`. `before` and `after` are the texts on both sides of the sign. The
// number touches the sign, or white space of one character lies between them. A
// number that touches the sign comes first. Points, commas and apostrophes
// between digits are left out, because a translation may have others. Returns
// an empty string if no side has a number, or if both sides have a number at
// the same distance. Thread-safe.
std::u32string NumberBeside(std::u32string_view before,
                            std::u32string_view after);

// Returns NumberBeside of the sign texts[index] in the joined `texts`: the
// digits of the number beside the sign, or an empty string. REQUIRES: `index`
// is less than texts.size(), and the texts are valid UTF-8. Thread-safe.
std::u32string NumberBesideText(std::span<const std::string> texts,
                                std::size_t index);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_NUMBER_BESIDE_H_
