// Alignment: the source token that a target token translates, read from the
// decoder's attention.

#ifndef INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
#define INTERPRES_MODEL_ENGINE_ALIGNMENT_H_

#include <cstdint>
#include <span>

#include "model/decoding/step_model.h"

namespace interpres {

// Returns the decoder layer whose attention gives the alignment. Garg et al.
// ("Jointly Learning to Align and Translate with Transformer Models", 2019,
// section 4) found the last layer but one best in a decoder of six layers. With
// fewer than four layers the last layer is better, because the layer before
// still attends to the source of the previous token.
constexpr int32_t AlignmentLayer(int32_t layers) {
  return layers >= 4 ? layers - 2 : layers - 1;
}

// Returns the source token with the largest weight in AlignmentLayer, averaged
// over the heads; the first one of equal weights. `weights`, [layers, heads,
// source tokens], is the attention of the step that chose the target token.
// Only the pieces of the text count, first_piece to the last token but one,
// because heads without a counterpart in the source attend to the tag or the
// end symbol. For a text without pieces, returns its end symbol.
int32_t AlignedToken(std::span<const float> weights,
                     const CrossAttentionShape& shape, int32_t first_piece);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
