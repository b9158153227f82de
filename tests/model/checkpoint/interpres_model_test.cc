#include "model/checkpoint/interpres_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_families.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ModelConfig RecurrentConfig() {
  ModelConfig config;
  config.vocab_size = 8;
  config.d_model = 4;
  config.encoder_attention_heads = 2;
  config.decoder_attention_heads = 2;
  config.decoder_self_layer = DecoderSelfLayer::kSsru;
  config.norm_placement = NormPlacement::kBeforeSublayer;
  config.max_position_embeddings = 32;
  config.pad_token_id = 7;
  config.decoder_start_token_id = 7;
  return config;
}

std::string ConfigOf(const ModelConfig& config) {
  return kInterpresModel.serialize_config(config, SourceRules::kNone);
}

// Replaces the first `from` in a valid file; the test fails if it is not there.
std::string MessageAfter(const std::string& from, const std::string& to) {
  std::string text = ConfigOf(RecurrentConfig());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const auto parsed = kInterpresModel.parse_config(text, "config.json");
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(InterpresModelTest, EveryNetworkOfTrainingReadsBack) {
  for (const DecoderSelfLayer decoder :
       {DecoderSelfLayer::kAttention, DecoderSelfLayer::kSsru}) {
    for (const NormPlacement placement :
         {NormPlacement::kAfterResidual, NormPlacement::kBeforeSublayer}) {
      ModelConfig config = RecurrentConfig();
      config.decoder_self_layer = decoder;
      config.norm_placement = placement;
      config.activation = Activation::kGelu;
      config.decoder_layers = 3;
      const auto read = kInterpresModel.parse_config(ConfigOf(config), "c");
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_EQ(read->decoder_self_layer, decoder);
      EXPECT_EQ(read->norm_placement, placement);
      EXPECT_EQ(read->activation, Activation::kGelu);
      EXPECT_EQ(read->decoder_layers, 3);
      EXPECT_EQ(ConfigOf(*read), ConfigOf(config));
      EXPECT_TRUE(IsTrainableNetwork(config));
      const auto family = FamilyToWrite(config);
      ASSERT_TRUE(family.ok()) << family.status();
      EXPECT_EQ(*family,
                IsMarianMtNetwork(config) ? &kMarianMt : &kInterpresModel);
    }
  }
}

TEST(InterpresModelTest, TheConfigStatesTheNetworkOnce) {
  const std::string text = ConfigOf(RecurrentConfig());
  EXPECT_THAT(text, HasSubstr("\"model_type\": \"interpres\""));
  EXPECT_THAT(text, HasSubstr("\"decoder_self_layer\": \"ssru\""));
  EXPECT_THAT(text, HasSubstr("\"norm_placement\": \"before\""));
  EXPECT_THAT(text, HasSubstr("\"d_model\": 4"));
  for (const char* key :
       {"architectures", "normalize_before", "add_final_layer_norm"}) {
    EXPECT_THAT(text, Not(HasSubstr(key)));
  }
  EXPECT_EQ(&FamilyOfConfig(text), &kInterpresModel);
}

TEST(InterpresModelTest, TheDifferencesOfNativeMarianReadBack) {
  ModelConfig config = RecurrentConfig();
  config.position_formula = PositionFormula::kMarian;
  config.layer_norm_epsilon = 1e-6F;
  EXPECT_FALSE(IsTrainableNetwork(config));
  const std::string text =
      kInterpresModel.serialize_config(config, SourceRules::kOpusMt);
  const auto read = kInterpresModel.parse_config(text, "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->position_formula, PositionFormula::kMarian);
  EXPECT_EQ(read->layer_norm_epsilon, 1e-6F);
  const auto rules = kInterpresModel.parse_source_rules(text, "c");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(*rules, SourceRules::kOpusMt);
}

TEST(InterpresModelTest, OtherNetworksAreNotWritten) {
  ModelConfig config = RecurrentConfig();
  config.first_position = 2;
  EXPECT_FALSE(IsTrainableNetwork(config));
  EXPECT_THAT(FamilyToWrite(config).status().message(),
              HasSubstr("the first position is not 0; expected position 0"));
}

struct KeyDefect {
  const char* from;
  const char* to;
  const char* message;
};

class InterpresModelDefectTest : public ::testing::TestWithParam<KeyDefect> {};

TEST_P(InterpresModelDefectTest, IsNamed) {
  const std::string message = MessageAfter(GetParam().from, GetParam().to);
  EXPECT_THAT(message, HasSubstr("config.json: "));
  EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Keys, InterpresModelDefectTest,
    ::testing::Values(
        KeyDefect{"\"interpres\"", "\"interpres2\"",
                  "model_type is \"interpres2\"; expected \"interpres\""},
        KeyDefect{"\"ssru\"", "\"lstm\"",
                  "decoder_self_layer is \"lstm\"; expected \"attention\" or "
                  "\"ssru\"; correct the key"},
        KeyDefect{"\"ssru\"", "7",
                  "decoder_self_layer is 7; expected a string"},
        KeyDefect{"\"decoder_self_layer\": \"ssru\",", "",
                  "the key decoder_self_layer is missing"},
        KeyDefect{"\"before\"", "\"between\"",
                  "norm_placement is \"between\"; expected \"after\" or "
                  "\"before\""},
        KeyDefect{"\"norm_placement\": \"before\",", "",
                  "the key norm_placement is missing"},
        KeyDefect{"\"use_cache\": true", "\"experts\": 8",
                  "experts is 8; expected no such key in a model of type "
                  "\"interpres\"; remove the key"},
        KeyDefect{"\"use_cache\": true", "\"normalize_before\": false",
                  "normalize_before is false; expected no such key"},
        KeyDefect{"\"d_model\": 4", "\"d_model\": 5", "d_model is 5"},
        KeyDefect{"\"d_model\": 4,", "", "the key d_model is missing"},
        KeyDefect{"\"d_model\": 4", "\"d_model\": 4, \"d_model\": 6",
                  "the key \"d_model\" appears twice"},
        KeyDefect{"\"relu\"", "\"tanh\"", "activation_function is \"tanh\""},
        KeyDefect{"\"tie_word_embeddings\": true",
                  "\"tie_word_embeddings\": false",
                  "tie_word_embeddings is false; expected true"}));

TEST(InterpresModelTest, TheTokenizerIsMarians) {
  const auto languages = kInterpresModel.parse_tokenizer_config(
      kInterpresModel.serialize_tokenizer_config(RecurrentConfig(), "en", "es"),
      "t");
  ASSERT_TRUE(languages.ok()) << languages.status();
  EXPECT_EQ(*languages, (LanguageDirection{"en", "es"}));
}

}  // namespace
}  // namespace interpres
