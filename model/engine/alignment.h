// Which source token a token of a translation is about, by the decoder's
// attention.

#ifndef INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
#define INTERPRES_MODEL_ENGINE_ALIGNMENT_H_

#include <cstdint>
#include <span>

#include "model/decoding/step_model.h"

namespace interpres {

// The decoder layer whose attention aligns: the last but one, which Garg et al.
// ("Jointly Learning to Align and Translate with Transformer Models", 2019,
// section 4) found best of six; the last of fewer than four. There the layer
// before still looks at the source of the token that it is fed, which is the
// one before: the bundled model's first of two does.
constexpr int32_t AlignmentLayer(int32_t layers) {
  return layers >= 4 ? layers - 2 : layers - 1;
}

// The source token with the largest weight in that layer, averaged over its
// heads, the first of equals. `weights`, [layers, heads, source tokens], is the
// attention with which the token was chosen. Only the pieces of the text count,
// first_piece to the last but one: heads that find nothing to look at look at
// the tag or the end symbol. A text without pieces has its end symbol.
int32_t AlignedToken(std::span<const float> weights,
                     const CrossAttentionShape& shape, int32_t first_piece);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
