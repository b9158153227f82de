#include "model/transformer/encoder.h"

#include "model/base/status.h"
#include "model/kernels/attention.h"
#include "model/kernels/embedding.h"

namespace interpres {

Encoder::Encoder(const TransformerTensors& tensors, MatmulSession& matmul)
    : tensors_(tensors), matmul_(matmul) {
  const MatmulEpilogue plain;
  const MatmulEpilogue residual{.accumulate = true};
  const MatmulEpilogue activation =
      ActivationEpilogue(tensors.config.activation);
  for (const EncoderLayerTensors& layer : tensors.encoder) {
    const SelfAttentionTensors& attention = layer.self_attention;
    handles_.push_back(
        {.query_key_value = matmul.Register(attention.query_key_value, plain),
         .attention_output = matmul.Register(attention.output, residual),
         .up = matmul.Register(layer.feed_forward.up, activation),
         .down = matmul.Register(layer.feed_forward.down, residual)});
  }
}

absl::Status Encoder::Prepare(int64_t tokens) {
  // The layers have the same shapes, and so share their primitives.
  const LayerHandles& handles = handles_.front();
  INTERPRES_RETURN_IF_ERROR(matmul_.Prepare(handles.query_key_value, tokens));
  INTERPRES_RETURN_IF_ERROR(matmul_.Prepare(handles.attention_output, tokens));
  INTERPRES_RETURN_IF_ERROR(matmul_.Prepare(handles.up, tokens));
  return matmul_.Prepare(handles.down, tokens);
}

void Encoder::Run(std::span<const int32_t> tokens,
                  std::span<const int32_t> positions,
                  std::span<const int64_t> offsets, Activations& activations) {
  const auto rows = static_cast<int64_t>(tokens.size());
  const NormPlacement placement = tensors_.config.norm_placement;
  float* hidden = activations.hidden.data();
  float* wide = activations.wide.data();
  EmbedTokens(tensors_.source_embedding_tables(), tokens, positions, hidden);
  for (std::size_t i = 0; i < handles_.size(); ++i) {
    const EncoderLayerTensors& layer = tensors_.encoder[i];
    const LayerHandles& handles = handles_[i];

    const LayerNormTensors& attention_norm = layer.self_attention.norm;
    matmul_.Run(handles.query_key_value,
                BeginSublayer(placement, attention_norm, rows, activations),
                rows, wide);
    SelfAttention(offsets, activations);
    matmul_.Run(handles.attention_output, activations.attention.data(), rows,
                hidden);
    EndSublayer(placement, attention_norm, rows, activations);

    const LayerNormTensors& feed_forward_norm = layer.feed_forward.norm;
    matmul_.Run(handles.up,
                BeginSublayer(placement, feed_forward_norm, rows, activations),
                rows, wide);
    matmul_.Run(handles.down, wide, rows, hidden);
    EndSublayer(placement, feed_forward_norm, rows, activations);
  }
  EndStack(placement, tensors_.encoder_norm, rows, activations);
}

void Encoder::SelfAttention(std::span<const int64_t> offsets,
                            Activations& activations) const {
  const ModelConfig& config = tensors_.config;
  const int64_t d = config.d_model;
  const AttentionHeads heads{config.encoder_attention_heads,
                             d / config.encoder_attention_heads};
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const int64_t first = offsets[s];
    const int64_t length = offsets[s + 1] - first;
    const float* rows = activations.wide.data() + first * 3 * d;
    Attend(heads,
           {.queries = rows,
            .query_stride = 3 * d,
            .output = activations.attention.data() + first * d,
            .output_stride = d,
            .rows = length},
           {.keys = rows + d,
            .values = rows + 2 * d,
            .stride = 3 * d,
            .index = nullptr,
            .length = length},
           activations.attention_scratch.span());
  }
}

}  // namespace interpres
