#include <string>

#include "model/checkpoint/model_directory.h"

namespace interpres {
namespace {

using Tensors = std::vector<std::pair<std::string, std::vector<int64_t>>>;

void AddLinear(Tensors& tensors, const std::string& name, int64_t out,
               int64_t in) {
  tensors.push_back({name + ".weight", {out, in}});
  tensors.push_back({name + ".bias", {out}});
}

void AddLayerNorm(Tensors& tensors, const std::string& name, int64_t d_model) {
  tensors.push_back({name + ".weight", {d_model}});
  tensors.push_back({name + ".bias", {d_model}});
}

// An attention sublayer and the layer norm that follows it.
void AddAttention(Tensors& tensors, const std::string& name, int64_t d_model) {
  for (const char* projection : {"k_proj", "v_proj", "q_proj", "out_proj"}) {
    AddLinear(tensors, name + "." + projection, d_model, d_model);
  }
  AddLayerNorm(tensors, name + "_layer_norm", d_model);
}

void AddFeedForward(Tensors& tensors, const std::string& layer, int64_t d_model,
                    int64_t ffn_dim) {
  AddLinear(tensors, layer + ".fc1", ffn_dim, d_model);
  AddLinear(tensors, layer + ".fc2", d_model, ffn_dim);
  AddLayerNorm(tensors, layer + ".final_layer_norm", d_model);
}

}  // namespace

Tensors ExpectedTensors(const ModelConfig& config) {
  const int64_t d_model = config.d_model;
  Tensors tensors;
  tensors.push_back({kEmbeddingTensor, {config.vocab_size, d_model}});
  for (int64_t i = 0; i < config.encoder_layers; ++i) {
    const std::string layer = "model.encoder.layers." + std::to_string(i);
    AddAttention(tensors, layer + ".self_attn", d_model);
    AddFeedForward(tensors, layer, d_model, config.encoder_ffn_dim);
  }
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    const std::string layer = "model.decoder.layers." + std::to_string(i);
    AddAttention(tensors, layer + ".self_attn", d_model);
    AddAttention(tensors, layer + ".encoder_attn", d_model);
    AddFeedForward(tensors, layer, d_model, config.decoder_ffn_dim);
  }
  tensors.push_back({"final_logits_bias", {1, config.vocab_size}});
  return tensors;
}

}  // namespace interpres
