// The scratch tensors of a session, shared by the encoder and the decoder, who
// take turns. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_
#define INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_

#include <algorithm>
#include <cstdint>

#include "model/config/model_config.h"
#include "model/kernels/attention.h"
#include "model/kernels/matmul.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Products of some of `max_rows` rows (a block for the logits, the rows of a
// sentence with a shortlist) begin at any of them: these are all rows that they
// reach with their padding.
inline int64_t RowsWithPadding(int64_t max_rows) {
  return max_rows - 1 + MatmulSession::PaddedRows(max_rows);
}

// Legend: rows = the most packed source tokens or active hypotheses at once,
// padded for the matrix products; d = d_model.
struct Activations {
  Activations(const ModelConfig& config, int64_t max_rows)
      : rows(MatmulSession::PaddedRows(max_rows)),
        hidden(rows * config.d_model),
        attention(rows * config.d_model),
        wide(rows * std::max({3 * config.d_model, config.encoder_ffn_dim,
                              config.decoder_ffn_dim})),
        attention_scratch(
            AttentionScratchSize(config.max_position_embeddings)) {}

  int64_t rows;
  AlignedBuffer<float> hidden;     // [rows, d], the residual stream
  AlignedBuffer<float> attention;  // [rows, d], heads' outputs
  AlignedBuffer<float> wide;       // [rows, max(3d, ffn)], sublayers' insides
  AlignedBuffer<float> attention_scratch;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_ACTIVATIONS_H_
