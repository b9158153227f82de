// What TransformerWeights holds, for the encoder and the decoder. Internal to
// model/transformer.
//
// Legend: d = d_model, ffn = encoder_ffn_dim or decoder_ffn_dim. Matrices are
// [outputs, inputs] before packing, as in torch.nn.Linear.

#ifndef INTERPRES_MODEL_TRANSFORMER_TENSORS_H_
#define INTERPRES_MODEL_TRANSFORMER_TENSORS_H_

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "model/config/model_config.h"
#include "model/kernels/embedding.h"
#include "model/kernels/layer_norm.h"
#include "model/kernels/matmul.h"
#include "model/tensor/tensor.h"
#include "model/transformer/activations.h"
#include "model/transformer/weights.h"

namespace interpres {

struct LayerNormTensors {
  AlignedBuffer<float> gain;  // [d]
  AlignedBuffer<float> bias;  // [d]
  float epsilon = kTorchNormEpsilon;
};

inline void Normalize(const LayerNormTensors& norm, int64_t rows,
                      float* values) {
  LayerNormInPlace(norm.gain.span(), norm.bias.span(), norm.epsilon, rows,
                   values);
}

// Returns the input [rows, d_model] of a sublayer. With kAfterResidual, this is
// the first `rows` rows of activations.hidden. With kBeforeSublayer, this is
// their layer norm, which the function writes to activations.normalized.
inline const float* BeginSublayer(NormPlacement placement,
                                  const LayerNormTensors& norm, int64_t rows,
                                  Activations& activations) {
  const float* hidden = activations.hidden.data();
  switch (placement) {
    case NormPlacement::kAfterResidual:
      return hidden;
    case NormPlacement::kBeforeSublayer:
      std::copy_n(hidden, rows * norm.gain.size(),
                  activations.normalized.data());
      Normalize(norm, rows, activations.normalized.data());
      return activations.normalized.data();
  }
  return hidden;
}

// Ends a sublayer. On input, the first `rows` rows of activations.hidden are
// the residual stream with the sublayer's output added. With kAfterResidual,
// replaces these rows by their layer norm. Otherwise does nothing.
inline void EndSublayer(NormPlacement placement, const LayerNormTensors& norm,
                        int64_t rows, Activations& activations) {
  switch (placement) {
    case NormPlacement::kAfterResidual:
      Normalize(norm, rows, activations.hidden.data());
      break;
    case NormPlacement::kBeforeSublayer:
      break;
  }
}

// Ends the encoder or the decoder. With kBeforeSublayer, replaces the first
// `rows` rows of activations.hidden by their layer norm. Otherwise does
// nothing.
inline void EndStack(NormPlacement placement, const LayerNormTensors& norm,
                     int64_t rows, Activations& activations) {
  switch (placement) {
    case NormPlacement::kAfterResidual:
      break;
    case NormPlacement::kBeforeSublayer:
      Normalize(norm, rows, activations.hidden.data());
      break;
  }
}

struct SelfAttentionTensors {
  PackedMatrix query_key_value;  // [3d, d], rows of Q, then K, then V
  PackedMatrix output;           // [d, d]
  LayerNormTensors norm;
};

struct SsruTensors {
  // [2d, d]: the rows of the forget gate, then the rows of the candidate. Has
  // the bias of the gate. The bias of the candidate is zero.
  PackedMatrix forget_candidate;
  LayerNormTensors norm;
};

struct CrossAttentionTensors {
  PackedMatrix query;  // [d, d]
  PackedMatrix
      key_value;        // [2d, d], rows of K, then V; on the encoder's output
  PackedMatrix output;  // [d, d]
  LayerNormTensors norm;
};

struct FeedForwardTensors {
  PackedMatrix up;    // [ffn, d]
  PackedMatrix down;  // [d, ffn]
  LayerNormTensors norm;
};

struct EncoderLayerTensors {
  SelfAttentionTensors self_attention;
  FeedForwardTensors feed_forward;
};

using SelfLayerTensors = std::variant<SelfAttentionTensors, SsruTensors>;

struct DecoderLayerTensors {
  // As ModelConfig::decoder_self_layer says.
  SelfLayerTensors self_layer;
  CrossAttentionTensors cross_attention;
  FeedForwardTensors feed_forward;
};

// The embeddings of a vocabulary, [tokens, d], in the compute type of the
// model. The buffers of the other types are empty. `int8_scales` is used with
// `int8` only.
struct EmbeddingTensors {
  AlignedBuffer<float> float32;
  AlignedBuffer<uint16_t> bfloat16;
  AlignedBuffer<int8_t> int8;
  AlignedBuffer<float> int8_scales;  // [tokens]
};

struct TransformerTensors {
  ModelConfig config;
  EmbeddingTensors embeddings;  // of the target tokens
  // Of the source tokens. Empty if `embeddings` serves both languages.
  EmbeddingTensors source_embeddings;
  AlignedBuffer<float> positions;  // [max_position_embeddings, d]
  std::vector<EncoderLayerTensors> encoder;
  std::vector<DecoderLayerTensors> decoder;
  // The layer norms behind the last layer of the encoder and of the decoder.
  // Empty unless config.norm_placement is kBeforeSublayer.
  LayerNormTensors encoder_norm;
  LayerNormTensors decoder_norm;
  // [vocab_size, d]. The embeddings of the target tokens if
  // config.has_tied_output, otherwise the weight of the logits. Includes the
  // bias of the logits, which is zero if the model has no such bias.
  PackedMatrix projection;

  EmbeddingTables embedding_tables() const;
  EmbeddingTables source_embedding_tables() const;

 private:
  EmbeddingTables TablesOf(const EmbeddingTensors& tensors) const;
};

// Returns the epilogue of the first matrix product of a feed-forward sublayer:
// `activation`, without a residual sum.
MatmulEpilogue ActivationEpilogue(Activation activation);

struct TransformerWeights::Data {
  TransformerTensors tensors;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_TENSORS_H_
