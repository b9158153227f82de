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
// grapheme clusters become unknown pieces:
// - Clusters with a character that LosesMeaning and that the normaliser
//   changes. Ordinal signs stay if respelling.has_ordinal_signs().
// - Emoji with tag characters, such as the flag of England.
// - Clusters that the vocabulary knows only partly, unless they begin with
//   white space.
// If EncodeSource gives unknown pieces, the letters that `respelling` finds get
// their other spelling.
//
// If the vocabulary has byte fallback, no piece is unknown. Then byte pieces
// spell the clusters of the first kind, and the emoji without their tag
// characters. The rest equals the result of EncodeSource.
//
// piece_offsets of the result are offsets in `text`. Returns the errors of
// EncodeSource. Takes O(n log n) time.
absl::StatusOr<EncodedText> EncodeSourceText(const Tokenizer& tokenizer,
                                             const Respelling& respelling,
                                             std::string_view text,
                                             const LanguageTags& tags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SOURCE_ENCODING_H_
