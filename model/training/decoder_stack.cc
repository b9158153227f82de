#include "model/training/decoder_stack.h"

#include <cstddef>

namespace interpres {
namespace {

// The keys and values of all layers begin with its keys, see ParameterLayout.
constexpr SublayerId kFirstCrossAttention = {Stack::kDecoder, 0,
                                             Sublayer::kCrossAttention};

}  // namespace

DecoderStack::DecoderStack(const ParameterLayout& layout,
                           uint64_t first_mask_id)
    : d_model_(layout.config().d_model),
      cross_weight_(
          layout.Offset(WeightOf(kFirstCrossAttention, Component::kKey))),
      cross_bias_(layout.Offset(BiasOf(kFirstCrossAttention, Component::kKey))),
      end_(layout, Stack::kDecoder) {
  const ModelConfig& config = layout.config();
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    const uint64_t mask_id = first_mask_id + 3 * static_cast<uint64_t>(i);
    layers_.push_back(
        {.self_layer = MakeSelfLayer(layout, i, mask_id),
         .cross_attention = {layout,
                             {.id = {Stack::kDecoder, i,
                                     Sublayer::kCrossAttention},
                              .heads = config.decoder_attention_heads,
                              .mask_id = mask_id + 1}},
         .feed_forward = {layout,
                          {.id = {Stack::kDecoder, i, Sublayer::kFeedForward},
                           .ffn_dim = config.decoder_ffn_dim,
                           .mask_id = mask_id + 2}}});
  }
}

DecoderStack::SelfLayer DecoderStack::MakeSelfLayer(
    const ParameterLayout& layout, int64_t layer, uint64_t mask_id) {
  const ModelConfig& config = layout.config();
  if (config.decoder_self_layer == DecoderSelfLayer::kSsru) {
    return SsruSublayer(
        layout,
        {.id = {Stack::kDecoder, layer, Sublayer::kSsru}, .mask_id = mask_id});
  }
  return SelfAttentionSublayer(
      layout, {.id = {Stack::kDecoder, layer, Sublayer::kSelfAttention},
               .heads = config.decoder_attention_heads,
               .causal = true,
               .mask_id = mask_id});
}

int64_t DecoderStack::CrossWidth() const {
  return static_cast<int64_t>(layers_.size()) * 2 * d_model_;
}

CrossAttentionSublayer::Source DecoderStack::CrossSource(
    const Sequences& source, int64_t layer) {
  const float* keys = cross_.data() + layer * 2 * d_model_;
  return {.sequences = source,
          .keys = {keys, CrossWidth()},
          .values = {keys + d_model_, CrossWidth()}};
}

const float* DecoderStack::Forward(const Pass& pass, const Sequences& target,
                                   const Source& source, const float* x) {
  const int64_t d = d_model_;
  const int64_t width = CrossWidth();
  const int64_t rows = source.sequences.rows();
  float* cross = cross_.Reserve(rows * width);
  pass.Project({.rows = rows, .in = d, .out = width}, {source.memory, d},
               cross_weight_, {cross, width});
  AddBias(rows, width, pass.parameters + cross_bias_, cross);
  int64_t i = 0;
  for (Layer& layer : layers_) {
    layer.self_input = x;
    x = std::visit(
        [&](auto& sublayer) { return sublayer.Forward(pass, target, x); },
        layer.self_layer);
    layer.cross_attention_input = x;
    x = layer.cross_attention.Forward(pass, target,
                                      CrossSource(source.sequences, i++), x);
    layer.feed_forward_input = x;
    x = layer.feed_forward.Forward(pass, target, x);
  }
  return end_.Forward(pass, target, x);
}

void DecoderStack::Backward(const Pass& pass, const Sequences& target,
                            const Source& source, const Gradients& gradients) {
  const int64_t d = d_model_;
  const int64_t width = CrossWidth();
  const int64_t rows = source.sequences.rows();
  float* dy = gradients.dy;
  float* d_cross = d_cross_.Reserve(rows * width);
  end_.Backward(pass, target, dy);
  for (auto i = static_cast<int64_t>(layers_.size()) - 1; i >= 0; --i) {
    Layer& layer = layers_[static_cast<std::size_t>(i)];
    float* d_keys = d_cross + i * 2 * d;
    layer.feed_forward.Backward(pass, target, layer.feed_forward_input, dy);
    layer.cross_attention.Backward(
        pass, target, CrossSource(source.sequences, i),
        layer.cross_attention_input,
        {.dy = dy, .d_keys = {d_keys, width}, .d_values = {d_keys + d, width}});
    std::visit(
        [&](auto& sublayer) {
          sublayer.Backward(pass, target, layer.self_input, dy);
        },
        layer.self_layer);
  }
  // In the forward pass this was: cross = memory cross_weight^T + cross_bias.
  const LinearShape projections{.rows = rows, .in = d, .out = width};
  AddBiasBackward(rows, width, d_cross, pass.gradients + cross_bias_);
  pass.ProjectBackward(projections, {source.memory, d}, cross_weight_,
                       {.dy = {d_cross, width},
                        .dx = {gradients.d_memory, d},
                        .result = GemmResult::kReplace});
}

}  // namespace interpres
