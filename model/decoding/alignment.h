// Alignment: the source token that a target token translates, read from the
// decoder's attention.

#ifndef INTERPRES_MODEL_DECODING_ALIGNMENT_H_
#define INTERPRES_MODEL_DECODING_ALIGNMENT_H_

#include <cstdint>
#include <span>

#include "model/decoding/sentence.h"

namespace interpres {

// Returns the index, from 0, of the decoder layer whose cross-attention gives
// the alignment. `layers` is the number of decoder layers. Garg et al.
// ("Jointly Learning to Align and Translate with Transformer Models", 2019,
// section 4) found the second-last layer best in a decoder of six layers. With
// fewer than four layers the last layer is better, because the layer before
// still attends to the source of the previous token. REQUIRES: layers >= 1.
constexpr int32_t AlignmentLayer(int32_t layers) {
  return layers >= 4 ? layers - 2 : layers - 1;
}

// Returns the index of the source token that a target token is aligned to: the
// one with the largest attention weight, and the first of equal weights.
// `weights` has one weight for each source token: the sum over the heads of
// AlignmentLayer, in the decoder step that chose the target token.
// Only the source tokens of `pieces`, the text itself, are candidates, and
// never the last source token. Heads without a counterpart in the source attend
// to the special tokens around the text. Returns AlignedEnd for a text without
// pieces. REQUIRES: `weights` is not empty.
int32_t AlignedToken(std::span<const float> weights,
                     const SourcePieces& pieces);

// Returns the index of the source token that the end symbol of a translation is
// aligned to. This is the token after `pieces`, the range of the text itself,
// but at most source_tokens - 1. REQUIRES: source_tokens >= 1.
int32_t AlignedEnd(int32_t source_tokens, const SourcePieces& pieces);

// The source tokens to which the continuations of one hypothesis are aligned.
// All continuations but the end symbol share one source token, because the
// attention of a step does not depend on the token that the step chooses.
struct RowAlignment {
  int32_t token = 0;  // AlignedToken
  int32_t end = 0;    // AlignedEnd
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_ALIGNMENT_H_
