// Alignment: the source token that a target token translates, read from the
// decoder's attention.

#ifndef INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
#define INTERPRES_MODEL_ENGINE_ALIGNMENT_H_

#include <cstdint>
#include <span>

#include "model/decoding/decoding_options.h"
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
// Only the pieces of the text count, because heads without a counterpart in the
// source attend to the special pieces around the text. For a text without
// pieces, returns AlignedEnd.
int32_t AlignedToken(std::span<const float> weights,
                     const CrossAttentionShape& shape,
                     const SourcePieces& pieces);

// Returns the source token that the end symbol of a translation is aligned to:
// the token after the pieces, but at most the last of `source_tokens` tokens.
int32_t AlignedEnd(int32_t source_tokens, const SourcePieces& pieces);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ALIGNMENT_H_
