// Source texts as the model gets them. A character that the tokenizer's
// normaliser would change to another meaning is shown to the model as an
// unknown character or as its bytes, and an unknown letter of the model's
// languages as a known letter.

#ifndef INTERPRES_MODEL_ENGINE_SOURCE_ENCODING_H_
#define INTERPRES_MODEL_ENGINE_SOURCE_ENCODING_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "model/engine/respelling.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Encodes a source text as Tokenizer::EncodeSource does, except that some
// grapheme clusters become unknown pieces: clusters with a character that
// LosesMeaning (model/document/lossy_characters.h) and that the normaliser
// changes, except ordinal signs that the source language has; emoji with tag
// characters, such as the flag of England; and clusters that the vocabulary
// knows only partly, unless they begin with white space. If EncodeSource gives
// unknown pieces, the letters that `respelling` finds have their other
// spelling. If the vocabulary has no unknown character (byte fallback), byte
// pieces spell the clusters that would lose their meaning, and the emoji
// without their tag characters. The rest then equals the result of
// EncodeSource. piece_offsets are offsets in `text`. Returns the errors of
// EncodeSource. Takes O(n log n) time.
absl::StatusOr<EncodedText> EncodeSourceText(const Tokenizer& tokenizer,
                                             const Respelling& respelling,
                                             std::string_view text,
                                             const LanguageTags& tags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SOURCE_ENCODING_H_
