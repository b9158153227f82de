// The character n-grams of a text, for language detection.

#ifndef INTERPRES_MODEL_LANGUAGE_NGRAMS_H_
#define INTERPRES_MODEL_LANGUAGE_NGRAMS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace interpres {

// Maximum number of characters in an n-gram.
inline constexpr int kMaxNgramCharacters = 5;

// Calls `visit` for each word of the text with the hashes of its n-grams of 1
// to kMaxNgramCharacters characters, in the order of the text. A word is a run
// of letters, in lower case, with a space on each side. A single space is no
// n-gram. The hash of an n-gram has `bits` bits and is the same in every
// version of the program, because language tables depend on the hash. The
// hashes are valid only during the call of `visit`.
// REQUIRES: 1 <= bits <= 32.
void ForEachWord(std::u32string_view text, int bits,
                 absl::FunctionRef<void(std::span<const uint32_t>)> visit);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_NGRAMS_H_
