#include "model/transformer/weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/checkpoint/marian_mt.h"
#include "tests/testing/random_weights.h"

namespace interpres {
namespace {

TEST(TransformerWeightsTest, NamesTheTensorOfAWrongShape) {
  const ModelConfig config = OddModelConfig();
  const auto file = OpenTensors(config, RandomTensors(config, 1));
  ModelConfig wider = config;
  wider.decoder_ffn_dim += 1;
  const auto loaded =
      TransformerWeights::Load(wider, ParameterReader(kMarianMt, *file));
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(loaded.status().message()),
              testing::HasSubstr("model.decoder.layers.0.fc1.weight"));
}

TEST(TransformerWeightsTest, NamesTheMissingTensor) {
  const ModelConfig config = OddModelConfig();
  const auto file = OpenTensors(config, RandomTensors(config, 1));
  ModelConfig deeper = config;
  deeper.encoder_layers += 1;
  const auto loaded =
      TransformerWeights::Load(deeper, ParameterReader(kMarianMt, *file));
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(loaded.status().message()),
              testing::HasSubstr("model.encoder.layers.3.self_attn"));
}

TEST(TransformerWeightsTest, RefusesAnImpossibleConfiguration) {
  const ModelConfig config = OddModelConfig();
  const auto file = OpenTensors(config, RandomTensors(config, 1));
  ModelConfig impossible = config;
  impossible.decoder_attention_heads = 5;
  EXPECT_EQ(
      TransformerWeights::Load(impossible, ParameterReader(kMarianMt, *file))
          .status()
          .code(),
      absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace interpres
