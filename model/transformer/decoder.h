// The decoder stack: one step of all active hypotheses. Internal to
// model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_DECODER_H_
#define INTERPRES_MODEL_TRANSFORMER_DECODER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/decoding/alignment.h"
#include "model/kernels/matmul.h"
#include "model/transformer/activations.h"
#include "model/transformer/output_projection.h"
#include "model/transformer/self_attention_cache.h"
#include "model/transformer/source_cache.h"
#include "model/transformer/ssru_state.h"
#include "model/transformer/tensors.h"

namespace interpres {

// The Transformer decoder. Each step takes one more token of every hypothesis
// and computes the logits of its next token. ModelConfig::norm_placement says
// where the layer norms stand. ModelConfig::decoder_self_layer says how a
// hypothesis reads its earlier tokens. Self-attention needs no causal mask,
// because a row sees only itself and the earlier positions. Not thread-safe.
class Decoder {
 public:
  // REQUIRES: `tensors` and `matmul` outlive the decoder. A step may have at
  // most options.max_rows rows.
  Decoder(const TransformerTensors& tensors, MatmulSession& matmul,
          const SessionOptions& options);

  // Creates the matrix products that Step needs for 1 to options.max_rows rows.
  // Call before Step. Returns the errors of MatmulSession::Prepare.
  absl::Status PrepareSteps();

  // Creates the matrix products that StoreCross needs for `tokens` source
  // tokens. Call before StoreCross. Returns the errors of
  // MatmulSession::Prepare.
  absl::Status PrepareCross(int64_t tokens);

  // Computes the cross-attention keys and values of every layer from the
  // encoder output, activations.hidden [cache_positions.size(), d_model].
  // Stores the key and value of row i at cache_positions[i] of source().
  // `cache_positions` are the cache positions of open slots of source().
  // Overwrites activations.wide.
  // REQUIRES: PrepareCross(cache_positions.size()) succeeded.
  void StoreCross(std::span<const int32_t> cache_positions,
                  Activations& activations);

  // Runs one decoder step: feeds the token of every row. Writes the attention
  // weights of rows whose `attention` is not null. Then projection().Logits(i)
  // returns the logits of rows[i], until `activations` is used again.
  // Alignment(i) returns the alignment of rows[i], until the next Step. Empty
  // `rows` only end the logits of the previous step. Allocates no memory itself
  // (oneDNN may).
  // REQUIRES: PrepareSteps succeeded. `rows` has at most options.max_rows rows.
  // The rows of one slot are adjacent. Either all or no rows of a slot have
  // `attention`. state() and source() have memory for every slot of the rows.
  void Step(std::span<const Row> rows, Activations& activations);

  // See TransformerSession::Alignment.
  const RowAlignment& Alignment(int64_t row) const { return alignments_[row]; }

  // Returns the memory of the hypotheses. The reference is valid as long as the
  // decoder.
  DecoderState& state() { return *state_; }
  const DecoderState& state() const { return *state_; }
  SourceCache& source() { return source_; }
  const SourceCache& source() const { return source_; }
  OutputProjection& projection() { return projection_; }

 private:
  struct LayerHandles {
    // Of self-attention.
    MatmulSession::Handle query_key_value;
    MatmulSession::Handle self_output;
    // Of an SSRU.
    MatmulSession::Handle forget_candidate;
    MatmulSession::Handle query;
    MatmulSession::Handle key_value;
    MatmulSession::Handle cross_output;
    MatmulSession::Handle up;
    MatmulSession::Handle down;
  };

  // Registers the matrix products of one layer.
  LayerHandles Register(const DecoderLayerTensors& layer) const;
  void SelfAttention(int64_t layer, int64_t rows, Activations& activations);
  void Ssru(int64_t layer, int64_t rows, Activations& activations);
  void CrossAttention(int64_t layer, std::span<const Row> rows,
                      Activations& activations);
  // Sets alignments_[first, last) from weight_sums_, which are the sums of the
  // rows [first, last). The rows have the same slot.
  void Align(std::span<const Row> rows, int64_t first, int64_t last);
  // Writes the cross-attention weights of `layer` to its part of Row::attention
  // in every row whose `attention` is not null.
  // REQUIRES: activations.wide holds the cross-attention queries of the rows.
  void StoreAttention(int64_t layer, std::span<const Row> rows,
                      const Activations& activations) const;
  void FeedForward(int64_t layer, int64_t rows, Activations& activations);

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  const int64_t max_rows_;
  const AttentionHeads heads_;
  const int64_t alignment_layer_;
  std::vector<LayerHandles> handles_;
  // Exactly one of `attention_state_` and `ssru_state_` has a value, as
  // ModelConfig::decoder_self_layer says. `state_` points to this value.
  std::optional<SelfAttentionCache> attention_state_;
  std::optional<SsruState> ssru_state_;
  DecoderState* state_ = nullptr;
  SourceCache source_;
  OutputProjection projection_;
  std::vector<int32_t> tokens_;     // [max_rows]
  std::vector<int32_t> positions_;  // [max_rows]
  // The cross-attention weights of the rows of one slot, summed over the heads
  // of the alignment layer: at most [max_rows, max_position_embeddings].
  std::vector<float> weight_sums_;
  std::vector<RowAlignment> alignments_;  // [max_rows]
  bool attention_wanted_ = false;         // by some row of this step
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_DECODER_H_
