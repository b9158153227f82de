// The scratch tensors of a session. The encoder and the decoder share them and
// never run concurrently. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_
#define INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_

#include <algorithm>
#include <cstdint>

#include "model/config/model_config.h"
#include "model/kernels/attention.h"
#include "model/kernels/matmul.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Returns the rows of a buffer in which a padded matrix product may begin at
// any of the first `max_rows` rows. The product has at most `max_rows` rows and
// accesses MatmulSession::PaddedRows of its rows. Such products are a block of
// logits and the rows of a sentence with a shortlist.
inline int64_t RowsWithPadding(int64_t max_rows) {
  return max_rows - 1 + MatmulSession::PaddedRows(max_rows);
}

// The intermediate values of a forward pass, shared by the encoder and the
// decoder. `rows` is the maximum number of packed source tokens or active
// hypotheses, rounded up by MatmulSession::PaddedRows. In the shapes, d is
// d_model.
struct Activations {
  Activations(const ModelConfig& config, int64_t max_rows)
      : rows(MatmulSession::PaddedRows(max_rows)),
        hidden(rows * config.d_model),
        normalized(config.norm_placement == NormPlacement::kBeforeSublayer
                       ? rows * config.d_model
                       : 0),
        attention(rows * config.d_model),
        wide(rows * std::max({3 * config.d_model, config.encoder_ffn_dim,
                              config.decoder_ffn_dim})),
        attention_scratch(
            AttentionScratchSize(config.max_position_embeddings)) {}

  int64_t rows;
  AlignedBuffer<float> hidden;  // [rows, d], the residual stream
  // [rows, d], the inputs of a sublayer; empty if the sublayers read `hidden`.
  AlignedBuffer<float> normalized;
  AlignedBuffer<float> attention;  // [rows, d], heads' outputs
  AlignedBuffer<float> wide;       // [rows, max(3d, ffn)], sublayers' insides
  AlignedBuffer<float> attention_scratch;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_
