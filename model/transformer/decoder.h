// The decoder stack: one step of all active hypotheses. Internal to
// model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_DECODER_H_
#define INTERPRES_MODEL_TRANSFORMER_DECODER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/kernels/matmul.h"
#include "model/transformer/activations.h"
#include "model/transformer/output_projection.h"
#include "model/transformer/self_attention_cache.h"
#include "model/transformer/source_cache.h"
#include "model/transformer/tensors.h"

namespace interpres {

// Post-norm layers, as in the encoder. The causal mask is the state: a row sees
// the positions that were fed before it, and itself.
class Decoder {
 public:
  // The references must outlive the decoder. Rows per step: at most max_rows.
  Decoder(const TransformerTensors& tensors, MatmulSession& matmul,
          const SessionOptions& options);

  // Makes the matrix products of steps of up to max_rows rows.
  absl::Status PrepareSteps();

  // Makes the matrix products for the cross-attention of `tokens` tokens.
  absl::Status PrepareCross(int64_t tokens);

  // Computes every layer's cross-attention keys and values of packed encoder
  // output, activations.hidden, and stores row i of them at places[i] of
  // source().
  void StoreCross(std::span<const int32_t> places, Activations& activations);

  // Feeds the rows, whose logits projection() has then, until `activations` are
  // used again. Allocates nothing of ours.
  // REQUIRES: state() and source() have memory for every slot of the rows.
  void Step(std::span<const Row> rows, Activations& activations);

  // The memory of the hypotheses and of the sources.
  DecoderState& state() { return state_; }
  const DecoderState& state() const { return state_; }
  SourceCache& source() { return source_; }
  const SourceCache& source() const { return source_; }
  OutputProjection& projection() { return projection_; }

 private:
  struct LayerUses {
    MatmulSession::Use query_key_value;
    MatmulSession::Use self_output;
    MatmulSession::Use query;
    MatmulSession::Use key_value;
    MatmulSession::Use cross_output;
    MatmulSession::Use up;
    MatmulSession::Use down;
  };

  void SelfAttention(int64_t layer, int64_t rows, Activations& activations);
  void CrossAttention(int64_t layer, std::span<const Row> rows,
                      Activations& activations);
  // The weights of the rows that ask for them; their queries are in
  // activations.wide.
  void StoreAttention(int64_t layer, std::span<const Row> rows,
                      const Activations& activations) const;
  void FeedForward(int64_t layer, int64_t rows, Activations& activations);

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  const int64_t max_rows_;
  const AttentionHeads heads_;
  std::vector<LayerUses> uses_;
  SelfAttentionCache state_;
  SourceCache source_;
  OutputProjection projection_;
  std::vector<int32_t> tokens_;     // [max_rows]
  std::vector<int32_t> positions_;  // [max_rows]
  bool attention_wanted_ = false;   // by some row of this step
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_DECODER_H_
