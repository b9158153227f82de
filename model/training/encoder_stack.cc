#include "model/training/encoder_stack.h"

namespace interpres {

EncoderStack::EncoderStack(const ParameterLayout& layout,
                           uint64_t first_mask_id)
    : end_(layout, Stack::kEncoder) {
  const ModelConfig& config = layout.config();
  for (int64_t i = 0; i < config.encoder_layers; ++i) {
    const uint64_t mask_id = first_mask_id + 2 * static_cast<uint64_t>(i);
    layers_.push_back(
        {.attention = {layout,
                       {.id = {Stack::kEncoder, i, Sublayer::kSelfAttention},
                        .heads = config.encoder_attention_heads,
                        .causal = false,
                        .mask_id = mask_id}},
         .feed_forward = {layout,
                          {.id = {Stack::kEncoder, i, Sublayer::kFeedForward},
                           .ffn_dim = config.encoder_ffn_dim,
                           .mask_id = mask_id + 1}}});
  }
}

const float* EncoderStack::Forward(const Pass& pass, const Sequences& source,
                                   const float* x) {
  for (Layer& layer : layers_) {
    layer.attention_input = x;
    x = layer.attention.Forward(pass, source, x);
    layer.feed_forward_input = x;
    x = layer.feed_forward.Forward(pass, source, x);
  }
  return end_.Forward(pass, source, x);
}

void EncoderStack::Backward(const Pass& pass, const Sequences& source,
                            float* dy) {
  end_.Backward(pass, source, dy);
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    layer->feed_forward.Backward(pass, source, layer->feed_forward_input, dy);
    layer->attention.Backward(pass, source, layer->attention_input, dy);
  }
}

}  // namespace interpres
