#include "model/config/network.h"

#include <functional>
#include <numeric>

namespace interpres {
namespace {

using Parameters = std::vector<ParameterShape>;

void AddLinear(Parameters& all, const ParameterId& weight, int64_t outputs,
               int64_t inputs) {
  all.push_back({weight, {outputs, inputs}});
  all.push_back({BiasOf(weight.sublayer, weight.component), {outputs}});
}

void AddNorm(Parameters& all, const SublayerId& sublayer, int64_t d_model) {
  all.push_back({WeightOf(sublayer, Component::kNorm), {d_model}});
  all.push_back({BiasOf(sublayer, Component::kNorm), {d_model}});
}

void AddAttention(Parameters& all, const SublayerId& sublayer,
                  int64_t d_model) {
  for (const Component projection : {Component::kKey, Component::kValue,
                                     Component::kQuery, Component::kOutput}) {
    AddLinear(all, WeightOf(sublayer, projection), d_model, d_model);
  }
  AddNorm(all, sublayer, d_model);
}

void AddFeedForward(Parameters& all, const SublayerId& sublayer,
                    int64_t d_model, int64_t ffn_dim) {
  AddLinear(all, WeightOf(sublayer, Component::kUp), ffn_dim, d_model);
  AddLinear(all, WeightOf(sublayer, Component::kDown), d_model, ffn_dim);
  AddNorm(all, sublayer, d_model);
}

void AddSsru(Parameters& all, const SublayerId& sublayer, int64_t d_model) {
  AddLinear(all, WeightOf(sublayer, Component::kForget), d_model, d_model);
  all.push_back(
      {WeightOf(sublayer, Component::kCandidate), {d_model, d_model}});
  AddNorm(all, sublayer, d_model);
}

void AddEncoderLayer(Parameters& all, int64_t layer,
                     const ModelConfig& config) {
  AddAttention(all, {Stack::kEncoder, layer, Sublayer::kSelfAttention},
               config.d_model);
  AddFeedForward(all, {Stack::kEncoder, layer, Sublayer::kFeedForward},
                 config.d_model, config.encoder_ffn_dim);
}

void AddDecoderLayer(Parameters& all, int64_t layer,
                     const ModelConfig& config) {
  switch (config.decoder_self_layer) {
    case DecoderSelfLayer::kAttention:
      AddAttention(all, {Stack::kDecoder, layer, Sublayer::kSelfAttention},
                   config.d_model);
      break;
    case DecoderSelfLayer::kSsru:
      AddSsru(all, {Stack::kDecoder, layer, Sublayer::kSsru}, config.d_model);
      break;
  }
  AddAttention(all, {Stack::kDecoder, layer, Sublayer::kCrossAttention},
               config.d_model);
  AddFeedForward(all, {Stack::kDecoder, layer, Sublayer::kFeedForward},
                 config.d_model, config.decoder_ffn_dim);
}

}  // namespace

bool IsTokenMatrix(const ParameterId& id) {
  return id == kEmbeddingId || id == kSourceEmbeddingId ||
         id == kLogitsWeightId;
}

bool IsMatrix(const ParameterId& id) {
  return IsTokenMatrix(id) ||
         (id.kind == ParameterKind::kOfSublayer && id.part == Part::kWeight &&
          id.component != Component::kNorm);
}

int64_t ParameterShape::size() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

std::vector<ParameterShape> ParametersOf(const ModelConfig& config) {
  Parameters all;
  all.push_back({kEmbeddingId, {config.vocab_size, config.d_model}});
  if (config.has_source_embedding()) {
    all.push_back(
        {kSourceEmbeddingId, {config.source_vocab_size(), config.d_model}});
  }
  for (int64_t i = 0; i < config.encoder_layers; ++i) {
    AddEncoderLayer(all, i, config);
  }
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    AddDecoderLayer(all, i, config);
  }
  switch (config.norm_placement) {
    case NormPlacement::kAfterResidual:
      break;  // a stack ends with the norm of its last sublayer
    case NormPlacement::kBeforeSublayer:
      for (const Stack stack : {Stack::kEncoder, Stack::kDecoder}) {
        all.push_back({NormOfStack(stack, Part::kWeight), {config.d_model}});
        all.push_back({NormOfStack(stack, Part::kBias), {config.d_model}});
      }
      break;
  }
  if (!config.has_tied_output) {
    all.push_back({kLogitsWeightId, {config.vocab_size, config.d_model}});
  }
  if (config.has_logits_bias) {
    all.push_back({kLogitsBiasId, {1, config.vocab_size}});
  }
  return all;
}

}  // namespace interpres
