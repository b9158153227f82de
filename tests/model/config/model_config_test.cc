#include "model/config/model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(ModelConfigTest, DefaultIsThePapersBaseModel) {
  const ModelConfig config;
  EXPECT_TRUE(ValidateModelConfig(config).ok());
  // 6 x 3,152,384 + 6 x 4,204,032 + 32,000 x 512.
  EXPECT_EQ(CountParameters(config), 60'522'496);
}

TEST(ModelConfigTest, ErrorsNameKeyValueAndRange) {
  ModelConfig config;
  config.decoder_layers = 0;
  EXPECT_THAT(ValidateModelConfig(config).message(),
              HasSubstr("decoder_layers is 0; expected 1 to"));
}

TEST(ModelConfigTest, HeadsMustDivideTheWidth) {
  ModelConfig config;
  config.encoder_attention_heads = 7;
  EXPECT_THAT(ValidateModelConfig(config).message(),
              HasSubstr("encoder_attention_heads is 7"));
  config.encoder_attention_heads = 0;
  EXPECT_FALSE(ValidateModelConfig(config).ok());
}

TEST(ModelConfigTest, SinusoidsNeedAnEvenWidth) {
  ModelConfig config;
  config.d_model = 9;
  config.encoder_attention_heads = 3;
  config.decoder_attention_heads = 3;
  EXPECT_THAT(ValidateModelConfig(config).message(), HasSubstr("even"));
}

TEST(ModelConfigTest, SpecialIdsLieInTheVocabulary) {
  ModelConfig config;
  config.pad_token_id = 32000;
  EXPECT_THAT(ValidateModelConfig(config).message(),
              HasSubstr("pad_token_id is 32000"));
}

TEST(ModelConfigTest, EpsilonIsAboveZero) {
  for (const float epsilon : {0.0f, -1e-5f, 2.0f, std::nanf("")}) {
    ModelConfig config;
    config.layer_norm_epsilon = epsilon;
    EXPECT_THAT(ValidateModelConfig(config).message(),
                HasSubstr("layer_norm_epsilon is"));
  }
}

TEST(ActivationTest, NamesRoundTrip) {
  for (const Activation activation :
       {Activation::kRelu, Activation::kGelu, Activation::kSwish,
        Activation::kQuickGelu}) {
    const auto parsed = ParseActivation(ActivationName(activation));
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(*parsed, activation);
  }
  EXPECT_THAT(ParseActivation("tanh").status().message(),
              HasSubstr("relu, gelu, swish or quick_gelu"));
}

}  // namespace
}  // namespace interpres
