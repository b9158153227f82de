// The target tokens that spell a span of a source exactly, for
// Sentence::required, and the tokens that must not follow.

#ifndef INTERPRES_MODEL_ENGINE_REQUIRED_TOKENS_H_
#define INTERPRES_MODEL_ENGINE_REQUIRED_TOKENS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/decoding/sentence.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Returns the target tokens that spell exactly the bytes of `text`. Where
// `after_space` is true, the tokens also spell one space before the text.
// Otherwise they continue the word before, for example after "(" or "$".
//
// Returns null if the vocabulary cannot spell the bytes: a character is
// unknown, normalisation changes the text, or every tokenization behind another
// character joins both. Also null if `text` is empty or has a space at an end.
// Otherwise returns INVALID_ARGUMENT if `text` is not valid UTF-8. Thread-safe.
absl::StatusOr<std::optional<std::vector<int32_t>>> EncodeRequired(
    const Tokenizer& tokenizer, std::string_view text, bool after_space);

// Returns whether the last character of `text` is part of a word that another
// token could continue: a letter or a digit of a script with spaces between
// words. Thread-safe.
bool EndsInsideWord(std::string_view text);

// Returns the target tokens at the edges of words, for Sentence::words. The
// text of a continuation begins, and the text of an ending ends, with a letter
// or a digit of a script with spaces between words. Takes time linear in the
// size of the vocabulary. Thread-safe.
WordTokens FindWordTokens(const Tokenizer& tokenizer);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_REQUIRED_TOKENS_H_
