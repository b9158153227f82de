// The bytes of the source that the parts of a translation are aligned to.

#ifndef INTERPRES_MODEL_ENGINE_SOURCE_OFFSETS_H_
#define INTERPRES_MODEL_ENGINE_SOURCE_OFFSETS_H_

#include <cstdint>
#include <vector>

#include "model/decoding/sentence.h"
#include "model/document/aligned_text.h"
#include "model/document/byte_span.h"
#include "model/engine/carried_text.h"

namespace interpres {

// Where the source tokens are in the source text. The token first_piece + k
// spells the bytes [offsets[k], offsets[k + 1]), so that `offsets` has one
// element more than the text has tokens. Empty `offsets` mean that the places
// are not known.
struct SourceOffsets {
  int32_t first_piece = 0;
  std::vector<int64_t> offsets = {};

  // Returns the source tokens that spell a byte of `span`, which counts bytes
  // of the source text. REQUIRES: the span is not empty. The count is 0 if the
  // places of the tokens are not known.
  SourcePieces TokensOf(ByteSpan span) const;
};

// Returns the translation with the source bytes to which its parts are aligned.
// A part whose source tokens have no known place is not aligned.
AlignedText AlignToSource(CarriedTranslation translation,
                          const SourceOffsets& source);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SOURCE_OFFSETS_H_
