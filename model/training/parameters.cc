#include "model/training/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <numeric>
#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

constexpr int64_t kAlignment = 16;  // floats: one cache line
constexpr char kLogitsBias[] = "final_logits_bias";

// Standard normal numbers from pairs of uniform ones (Box and Muller, 1958).
double RandomNormal(uint64_t key, uint32_t element) {
  const double radius =
      std::sqrt(-2.0 * std::log(RandomUniform(CombineKeys(key, 0), element)));
  const double angle =
      2.0 * std::numbers::pi * RandomUniform(CombineKeys(key, 1), element);
  return radius * std::cos(angle);
}

void FillNormal(uint64_t key, double deviation, std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(deviation *
                                   RandomNormal(key, static_cast<uint32_t>(i)));
  }
}

// Glorot and Bengio, "Understanding the difficulty of training deep feedforward
// neural networks" (2010), equation 16.
void FillXavierUniform(uint64_t key, const ParameterSlot& slot,
                       std::span<float> values) {
  const double bound =
      std::sqrt(6.0 / static_cast<double>(slot.shape[0] + slot.shape[1]));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double uniform = RandomUniform(key, static_cast<uint32_t>(i));
    values[i] = static_cast<float>(bound * (2.0 * uniform - 1.0));
  }
}

void CopyQueriesToKeys(const ParameterLayout& layout,
                       std::span<float> parameters) {
  const std::string kind = "k_proj.weight";
  for (const ParameterSlot& keys : layout.slots()) {
    if (keys.name.ends_with(kind)) {
      std::string queries = keys.name;
      queries[queries.size() - kind.size()] = 'q';
      std::copy_n(parameters.begin() + layout.Offset(queries), keys.size,
                  parameters.begin() + keys.offset);
    }
  }
}

}  // namespace

ParameterLayout::ParameterLayout(const ModelConfig& config) : config_(config) {
  AddAlone(kEmbeddingTensor, {config.vocab_size, config.d_model});
  for (int64_t i = 0; i < config.encoder_layers; ++i) {
    AddEncoderLayer("model.encoder.layers." + std::to_string(i));
  }
  std::vector<std::string> cross_projections;
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    const std::string prefix = "model.decoder.layers." + std::to_string(i);
    cross_projections.push_back(prefix + ".encoder_attn.k_proj");
    cross_projections.push_back(prefix + ".encoder_attn.v_proj");
  }
  AddProjections(cross_projections);
  for (int64_t i = 0; i < config.decoder_layers; ++i) {
    AddDecoderLayer("model.decoder.layers." + std::to_string(i));
  }
  StartGroup();
}

int64_t ParameterLayout::Offset(const std::string& name) const {
  const auto found = offsets_.find(name);
  if (found == offsets_.end()) {
    std::abort();  // a programmer's error: the names are ours
  }
  return found->second;
}

void ParameterLayout::StartGroup() {
  size_ = (size_ + kAlignment - 1) / kAlignment * kAlignment;
}

void ParameterLayout::Add(std::string name, std::vector<int64_t> shape) {
  const int64_t size = std::accumulate(shape.begin(), shape.end(), int64_t{1},
                                       std::multiplies<>());
  offsets_.emplace(name, size_);
  slots_.push_back({.name = std::move(name),
                    .shape = std::move(shape),
                    .offset = size_,
                    .size = size});
  size_ += size;
}

void ParameterLayout::AddAlone(std::string name, std::vector<int64_t> shape) {
  StartGroup();
  Add(std::move(name), std::move(shape));
}

void ParameterLayout::AddLinear(const std::string& prefix, int64_t out,
                                int64_t in) {
  AddAlone(prefix + ".weight", {out, in});
  AddAlone(prefix + ".bias", {out});
}

void ParameterLayout::AddLayerNorm(const std::string& prefix) {
  AddAlone(prefix + ".weight", {config_.d_model});
  AddAlone(prefix + ".bias", {config_.d_model});
}

void ParameterLayout::AddProjections(const std::vector<std::string>& prefixes) {
  StartGroup();
  for (const std::string& prefix : prefixes) {
    Add(prefix + ".weight", {config_.d_model, config_.d_model});
  }
  StartGroup();
  for (const std::string& prefix : prefixes) {
    Add(prefix + ".bias", {config_.d_model});
  }
}

void ParameterLayout::AddEncoderLayer(const std::string& prefix) {
  const int64_t d = config_.d_model;
  const std::string attention = prefix + ".self_attn";
  AddProjections(
      {attention + ".q_proj", attention + ".k_proj", attention + ".v_proj"});
  AddLinear(attention + ".out_proj", d, d);
  AddLayerNorm(prefix + ".self_attn_layer_norm");
  AddLinear(prefix + ".fc1", config_.encoder_ffn_dim, d);
  AddLinear(prefix + ".fc2", d, config_.encoder_ffn_dim);
  AddLayerNorm(prefix + ".final_layer_norm");
}

void ParameterLayout::AddDecoderLayer(const std::string& prefix) {
  const int64_t d = config_.d_model;
  const std::string attention = prefix + ".self_attn";
  AddProjections(
      {attention + ".q_proj", attention + ".k_proj", attention + ".v_proj"});
  AddLinear(attention + ".out_proj", d, d);
  AddLayerNorm(prefix + ".self_attn_layer_norm");
  AddLinear(prefix + ".encoder_attn.q_proj", d, d);
  AddLinear(prefix + ".encoder_attn.out_proj", d, d);
  AddLayerNorm(prefix + ".encoder_attn_layer_norm");
  AddLinear(prefix + ".fc1", config_.decoder_ffn_dim, d);
  AddLinear(prefix + ".fc2", d, config_.decoder_ffn_dim);
  AddLayerNorm(prefix + ".final_layer_norm");
}

void InitializeParameters(const ParameterLayout& layout, uint64_t seed,
                          std::span<float> parameters) {
  const ModelConfig& config = layout.config();
  std::fill(parameters.begin(), parameters.end(), 0.0f);
  for (std::size_t i = 0; i < layout.slots().size(); ++i) {
    const ParameterSlot& slot = layout.slots()[i];
    const uint64_t key = CombineKeys(seed, i);
    const std::span<float> values = ValuesOf(slot, parameters);
    if (slot.name == kEmbeddingTensor) {
      FillNormal(key, 1.0 / std::sqrt(static_cast<double>(config.d_model)),
                 values);
      const auto padding = values.subspan(
          static_cast<std::size_t>(config.pad_token_id * config.d_model),
          static_cast<std::size_t>(config.d_model));
      std::fill(padding.begin(), padding.end(), 0.0f);
    } else if (slot.shape.size() == 2) {
      FillXavierUniform(key, slot, values);
    } else if (slot.name.ends_with("layer_norm.weight")) {
      std::fill(values.begin(), values.end(), 1.0f);
    }
  }
  CopyQueriesToKeys(layout, parameters);
}

absl::StatusOr<std::vector<float>> ReadParameters(
    const SafetensorsFile& weights, const ParameterLayout& layout) {
  std::vector<float> parameters(static_cast<std::size_t>(layout.size()), 0.0f);
  for (const ParameterSlot& slot : layout.slots()) {
    INTERPRES_RETURN_IF_ERROR(weights.ReadFloat32(
        slot.name, slot.shape, ValuesOf(slot, std::span(parameters))));
  }
  return parameters;
}

std::vector<NamedTensor> ToNamedTensors(const ParameterLayout& layout,
                                        std::span<const float> parameters,
                                        std::span<const float> zero_bias) {
  std::vector<NamedTensor> tensors;
  tensors.reserve(layout.slots().size() + 1);
  for (const ParameterSlot& slot : layout.slots()) {
    tensors.push_back({.name = slot.name,
                       .shape = slot.shape,
                       .data = ValuesOf(slot, parameters)});
  }
  tensors.push_back({.name = kLogitsBias,
                     .shape = {1, layout.config().vocab_size},
                     .data = zero_bias});
  return tensors;
}

}  // namespace interpres
