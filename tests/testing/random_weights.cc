#include "tests/testing/random_weights.h"

#include <cmath>
#include <random>
#include <utility>

#include "gtest/gtest.h"
#include "model/checkpoint/expected_tensors.h"
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/safetensors_writer.h"
#include "tests/testing/temp_dir.h"

namespace interpres {

ModelConfig OddModelConfig() {
  ModelConfig config;
  config.vocab_size = 53;
  config.d_model = 24;
  config.encoder_layers = 3;
  config.decoder_layers = 2;
  config.encoder_attention_heads = 3;
  config.decoder_attention_heads = 2;
  config.encoder_ffn_dim = 37;
  config.decoder_ffn_dim = 41;
  config.activation = Activation::kSwish;
  config.max_position_embeddings = 48;
  config.pad_token_id = 52;
  config.decoder_start_token_id = 52;
  return config;
}

TensorMap RandomTensors(const ModelConfig& config, uint64_t seed) {
  std::mt19937_64 random(seed);
  TensorMap tensors;
  for (const auto& [name, shape] : ExpectedTensors(kMarianMt, config)) {
    int64_t size = 1;
    for (const int64_t dimension : shape) {
      size *= dimension;
    }
    const bool is_gain = name.find("layer_norm.weight") != std::string::npos;
    const bool is_embedding = name == "model.shared.weight";
    const float mean = is_gain ? 1.0f : 0.0f;
    float deviation = 0.1f;
    if (shape.size() == 2 && shape[0] > 1) {
      deviation = (is_embedding ? 1.0f : 1.5f) /
                  std::sqrt(static_cast<float>(shape[1]));
    }
    std::normal_distribution<float> normal(mean, deviation);
    std::vector<float> values(size);
    for (float& value : values) {
      value = normal(random);
    }
    tensors.emplace(name, std::move(values));
  }
  return tensors;
}

std::unique_ptr<const TensorSource> OpenTensors(const ModelConfig& config,
                                                const TensorMap& tensors) {
  const TempDir directory;
  const auto path = directory.path() / "model.safetensors";
  std::vector<NamedTensor> named;
  for (const auto& [name, shape] : ExpectedTensors(kMarianMt, config)) {
    named.push_back({name, shape, tensors.at(name)});
  }
  const absl::Status written =
      WriteSafetensors(path, named, DataType::kFloat32);
  EXPECT_TRUE(written.ok()) << written;
  // The open file outlives the directory entry.
  auto file = OpenSafetensors(path);
  EXPECT_TRUE(file.ok()) << file.status();
  return *std::move(file);
}

}  // namespace interpres
