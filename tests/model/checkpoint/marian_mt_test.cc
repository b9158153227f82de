#include "model/checkpoint/marian_mt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint/expected_tensors.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

ModelConfig SmallMarianConfig() {
  ModelConfig config;
  config.vocab_size = 8;
  config.d_model = 4;
  config.encoder_attention_heads = 2;
  config.decoder_attention_heads = 2;
  config.max_position_embeddings = 32;
  config.pad_token_id = 7;
  config.decoder_start_token_id = 7;
  return config;
}

// Replaces the first `from` in a valid file; the test fails if it is not there.
std::string Changed(std::string text, const std::string& from,
                    const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string MarianConfigMessage(const std::string& from,
                                const std::string& to) {
  const auto parsed = kMarianMt.parse_config(
      Changed(
          kMarianMt.serialize_config(SmallMarianConfig(), SourceRules::kNone),
          from, to),
      "config.json");
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(MarianMtConfigTest, RoundTrips) {
  ModelConfig config = SmallMarianConfig();
  config.encoder_layers = 3;
  config.decoder_layers = 1;
  config.encoder_ffn_dim = 11;
  config.decoder_ffn_dim = 12;
  config.decoder_attention_heads = 1;
  config.activation = Activation::kGelu;
  config.scale_embedding = false;
  const auto read = kMarianMt.parse_config(
      kMarianMt.serialize_config(config, SourceRules::kNone), "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(kMarianMt.serialize_config(*read, SourceRules::kNone),
            kMarianMt.serialize_config(config, SourceRules::kNone));
  EXPECT_EQ(read->encoder_layers, 3);
  EXPECT_EQ(read->decoder_ffn_dim, 12);
  EXPECT_EQ(read->activation, Activation::kGelu);
  EXPECT_FALSE(read->scale_embedding);
}

TEST(MarianMtConfigTest, StatesWhatNativeMarianComputes) {
  ModelConfig config = SmallMarianConfig();
  config.layer_norm_epsilon = kMarianNormEpsilon;
  config.position_formula = PositionFormula::kMarian;
  const std::string text =
      kMarianMt.serialize_config(config, SourceRules::kOpusMt);
  EXPECT_THAT(text, HasSubstr("\"interpres_layer_norm_epsilon\": 1e-06"));
  const auto read = kMarianMt.parse_config(text, "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->layer_norm_epsilon, kMarianNormEpsilon);
  EXPECT_EQ(read->position_formula, PositionFormula::kMarian);
  EXPECT_FALSE(IsMarianMtNetwork(*read));
  EXPECT_TRUE(CheckMarianMtLayout(*read).ok());
  const auto rules = kMarianMt.parse_source_rules(text, "c");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(*rules, SourceRules::kOpusMt);
  const std::string plain =
      kMarianMt.serialize_config(SmallMarianConfig(), SourceRules::kNone);
  EXPECT_EQ(plain.find("interpres_"), std::string::npos);
  EXPECT_EQ(*kMarianMt.parse_source_rules(plain, "c"), SourceRules::kNone);
}

TEST(MarianMtConfigTest, OtherValuesOfOurKeysAreErrors) {
  const std::string begin = "\"model_type\"";
  EXPECT_THAT(MarianConfigMessage(
                  begin, "\"interpres_position_formula\": \"x\", " + begin),
              HasSubstr("config.json: interpres_position_formula is \"x\"; "
                        "expected \"marian\""));
  EXPECT_THAT(MarianConfigMessage(
                  begin, "\"interpres_layer_norm_epsilon\": 0, " + begin),
              HasSubstr("layer_norm_epsilon is 0"));
  EXPECT_THAT(MarianConfigMessage(
                  begin, "\"interpres_layer_norm_epsilon\": [], " + begin),
              HasSubstr("interpres_layer_norm_epsilon is []"));
  const std::string text = Changed(
      kMarianMt.serialize_config(SmallMarianConfig(), SourceRules::kNone),
      begin, "\"interpres_source_rules\": \"moses\", " + begin);
  const auto rules = kMarianMt.parse_source_rules(text, "config.json");
  EXPECT_THAT(std::string(rules.status().message()),
              HasSubstr("config.json: interpres_source_rules is \"moses\"; "
                        "expected \"opus-mt\""));
}

TEST(MarianMtConfigTest, NetworksThatTheLayoutCannotStateHaveAReason) {
  const auto message = [](auto change) {
    ModelConfig config = SmallMarianConfig();
    change(config);
    return std::string(CheckMarianMtLayout(config).message());
  };
  EXPECT_THAT(message([](ModelConfig& config) {
                config.decoder_self_layer = DecoderSelfLayer::kSsru;
              }),
              HasSubstr("SSRU"));
  EXPECT_THAT(message([](ModelConfig& config) {
                config.norm_placement = NormPlacement::kBeforeSublayer;
              }),
              HasSubstr("before the sublayers"));
  EXPECT_THAT(message([](ModelConfig& config) { config.first_position = 2; }),
              HasSubstr("first position"));
  EXPECT_THAT(
      message([](ModelConfig& config) { config.has_logits_bias = false; }),
      HasSubstr("serve the model in its own files"));
}

TEST(MarianMtConfigTest, AbsentKeysHaveMariansDefaults) {
  std::string text =
      kMarianMt.serialize_config(SmallMarianConfig(), SourceRules::kNone);
  text = Changed(text, "\"scale_embedding\": true,", "");
  text = Changed(text, "\"activation_function\": \"relu\",", "");
  text = Changed(text, "\"static_position_embeddings\": true,", "");
  const auto read = kMarianMt.parse_config(text, "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->scale_embedding);
  EXPECT_EQ(read->activation, Activation::kGelu);
}

struct Defect {
  const char* from;
  const char* to;
  const char* message;
};

class MarianMtConfigDefectTest : public ::testing::TestWithParam<Defect> {};

TEST_P(MarianMtConfigDefectTest, IsNamed) {
  const std::string message =
      MarianConfigMessage(GetParam().from, GetParam().to);
  EXPECT_THAT(message, HasSubstr("config.json: "));
  EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    NotComputed, MarianMtConfigDefectTest,
    ::testing::Values(
        Defect{"\"marian\"", "\"bart\"",
               "model_type is \"bart\"; expected \"marian\", \"m2m_100\" or "
               "\"interpres\""},
        Defect{"\"MarianMTModel\"", "\"MarianModel\"", "architectures is"},
        Defect{"\"normalize_before\": false", "\"normalize_before\": true",
               "normalize_before is true; expected false"},
        Defect{"\"add_final_layer_norm\": false",
               "\"add_final_layer_norm\": true", "add_final_layer_norm is"},
        Defect{"\"normalize_embedding\": false",
               "\"normalize_embedding\": true", "normalize_embedding is true"},
        Defect{"\"static_position_embeddings\": true",
               "\"static_position_embeddings\": false",
               "static_position_embeddings is false"},
        Defect{"\"tie_word_embeddings\": true",
               "\"tie_word_embeddings\": false", "tie_word_embeddings is"},
        Defect{"\"share_encoder_decoder_embeddings\": true",
               "\"share_encoder_decoder_embeddings\": false",
               "share_encoder_decoder_embeddings is false"},
        Defect{"\"decoder_vocab_size\": 8", "\"decoder_vocab_size\": 9",
               "decoder_vocab_size is 9; expected 8"},
        Defect{"\"is_encoder_decoder\": true", "\"is_encoder_decoder\": false",
               "is_encoder_decoder is false"},
        Defect{"\"use_cache\": true", "\"is_decoder\": true",
               "is_decoder is true"},
        Defect{"\"use_cache\": true", "\"quantization_config\": {}",
               "quantization_config is {}"},
        Defect{"\"use_cache\": true", "\"forced_bos_token_id\": 3",
               "forced_bos_token_id is 3"},
        Defect{"\"forced_eos_token_id\": 0", "\"forced_eos_token_id\": 5",
               "forced_eos_token_id is 5; expected 0"},
        Defect{"\"relu\"", "\"tanh\"",
               "expected relu, gelu, swish or quick_gelu"},
        Defect{"\"decoder_start_token_id\": 7", "\"decoder_start_token_id\": 0",
               "decoder_start_token_id is 0; expected pad_token_id, 7"}));

INSTANTIATE_TEST_SUITE_P(
    WrongValues, MarianMtConfigDefectTest,
    ::testing::Values(
        Defect{"\"d_model\": 4,", "", "the key d_model is missing"},
        Defect{"\"d_model\": 4", "\"d_model\": null",
               "the key d_model is missing"},
        Defect{"\"d_model\": 4", "\"d_model\": \"4\"",
               "d_model is \"4\"; expected an integer"},
        Defect{"\"d_model\": 4", "\"d_model\": 4.5", "d_model is 4.5"},
        Defect{"\"d_model\": 4", "\"d_model\": 99999999999999999999999",
               "d_model is 9.999999999999999e+22; expected"},
        Defect{"\"d_model\": 4", "\"d_model\": 9223372036854775808",
               "d_model is 9223372036854775808; expected an integer"},
        Defect{"\"d_model\": 4", "\"d_model\": 9223372036854775807",
               "expected 2 to"},
        Defect{"\"d_model\": 4", "\"d_model\": 5", "d_model is 5"},
        Defect{"\"pad_token_id\": 7", "\"pad_token_id\": 4294967303",
               "pad_token_id is 4294967303; expected a token id"},
        Defect{"\"pad_token_id\": 7", "\"pad_token_id\": 8",
               "pad_token_id is 8; expected 0 to 7"},
        Defect{"\"scale_embedding\": true", "\"scale_embedding\": 1",
               "scale_embedding is 1; expected true or false"},
        Defect{"\"relu\"", "3", "activation_function is 3; expected a string"},
        Defect{"\"encoder_layers\": 6", "\"encoder_layers\": -6",
               "encoder_layers is -6"},
        Defect{"\"d_model\": 4", "\"d_model\": 4, \"d_model\": 6",
               "the key \"d_model\" appears twice"},
        Defect{"\"d_model\": 4", "\"d_model\": 4,,", "not valid JSON"}));

TEST(MarianMtConfigTest, NotAnObject) {
  EXPECT_THAT(kMarianMt.parse_config("", "c").status().message(),
              HasSubstr("c: it is empty"));
  EXPECT_THAT(kMarianMt.parse_config("[]", "c").status().message(),
              HasSubstr("c: expected a JSON object, found array"));
  EXPECT_THAT(kMarianMt.parse_config("{\"model_type\"", "c").status().message(),
              HasSubstr("c: not valid JSON"));
}

TEST(MarianMtTokenizerConfigTest, SeparateVocabulariesAreAnError) {
  const auto languages = kMarianMt.parse_tokenizer_config(
      kMarianMt.serialize_tokenizer_config(SmallMarianConfig(), "en", "es"),
      "t");
  ASSERT_TRUE(languages.ok()) << languages.status();
  EXPECT_EQ(*languages, (LanguageDirection{"en", "es"}));
  EXPECT_EQ(*kMarianMt.parse_tokenizer_config("{}", "t"), LanguageDirection());
  EXPECT_THAT(
      kMarianMt.parse_tokenizer_config(R"({"separate_vocabs":true})", "t")
          .status()
          .message(),
      HasSubstr("t: separate_vocabs is true; expected false"));
  EXPECT_THAT(
      kMarianMt
          .parse_tokenizer_config(R"({"tokenizer_class":"T5Tokenizer"})", "t")
          .status()
          .message(),
      HasSubstr("tokenizer_class is \"T5Tokenizer\""));
}

// transformers' names, in the order of a file, for one layer on either side.
TEST(MarianMtNamesTest, EqualTheNamesInTransformers) {
  ModelConfig config = SmallMarianConfig();
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.encoder_ffn_dim = 5;
  config.decoder_ffn_dim = 6;
  using Shape = std::vector<int64_t>;
  std::vector<std::pair<std::string, Shape>> expected = {
      {"model.shared.weight", {8, 4}}};
  const auto add = [&](const std::string& name, const Shape& weight) {
    expected.emplace_back(name + ".weight", weight);
    expected.emplace_back(name + ".bias", Shape{weight[0]});
  };
  const std::string encoder = "model.encoder.layers.0.";
  const std::string decoder = "model.decoder.layers.0.";
  for (const std::string& attention :
       {encoder + "self_attn", decoder + "self_attn",
        decoder + "encoder_attn"}) {
    if (attention == decoder + "self_attn") {
      add(encoder + "fc1", {5, 4});
      add(encoder + "fc2", {4, 5});
      add(encoder + "final_layer_norm", {4});
    }
    for (const char* projection : {"k_proj", "v_proj", "q_proj", "out_proj"}) {
      add(attention + "." + projection, {4, 4});
    }
    add(attention + "_layer_norm", {4});
  }
  add(decoder + "fc1", {6, 4});
  add(decoder + "fc2", {4, 6});
  add(decoder + "final_layer_norm", {4});
  expected.push_back({"final_logits_bias", {1, 8}});
  EXPECT_EQ(ExpectedTensors(kMarianMt, config), expected);
}

TEST(MarianMtNamesTest, EachTensorHasItsOwn) {
  std::set<std::string> names;
  for (const ParameterShape& parameter : ParametersOf(ModelConfig())) {
    const std::string name = kMarianMt.tensor_name(parameter.id);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(kMarianMt.copy_of(name), std::nullopt) << name;
  }
}

TEST(MarianMtNamesTest, CopiesOfOtherWritersAreKnown) {
  for (const char* name :
       {"model.encoder.embed_tokens.weight",
        "model.decoder.embed_tokens.weight", "lm_head.weight"}) {
    EXPECT_EQ(kMarianMt.copy_of(name), StoredCopy::kEmbedding) << name;
  }
  for (const char* name : {"model.encoder.embed_positions.weight",
                           "model.decoder.embed_positions.weight"}) {
    EXPECT_EQ(kMarianMt.copy_of(name), StoredCopy::kPositions) << name;
  }
  EXPECT_EQ(kMarianMt.copy_of("model.encoder.layer_norm.weight"), std::nullopt);
}

}  // namespace
}  // namespace interpres
