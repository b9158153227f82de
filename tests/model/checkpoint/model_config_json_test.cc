#include "model/checkpoint/model_config_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ModelConfig SmallConfig() {
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

std::string ConfigMessage(const std::string& from, const std::string& to) {
  const auto parsed = ParseModelConfig(
      Changed(SerializeModelConfig(SmallConfig()), from, to), "config.json");
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(ModelConfigJsonTest, RoundTrips) {
  ModelConfig config = SmallConfig();
  config.encoder_layers = 3;
  config.decoder_layers = 1;
  config.encoder_ffn_dim = 11;
  config.decoder_ffn_dim = 12;
  config.decoder_attention_heads = 1;
  config.activation = Activation::kGelu;
  config.scale_embedding = false;
  const auto read = ParseModelConfig(SerializeModelConfig(config), "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(SerializeModelConfig(*read), SerializeModelConfig(config));
  EXPECT_EQ(read->encoder_layers, 3);
  EXPECT_EQ(read->decoder_ffn_dim, 12);
  EXPECT_EQ(read->activation, Activation::kGelu);
  EXPECT_FALSE(read->scale_embedding);
}

TEST(ModelConfigJsonTest, AbsentKeysHaveMariansDefaults) {
  std::string text = SerializeModelConfig(SmallConfig());
  text = Changed(text, "\"scale_embedding\": true,", "");
  text = Changed(text, "\"activation_function\": \"relu\",", "");
  text = Changed(text, "\"static_position_embeddings\": true,", "");
  const auto read = ParseModelConfig(text, "c");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->scale_embedding);
  EXPECT_EQ(read->activation, Activation::kGelu);
}

struct Defect {
  const char* from;
  const char* to;
  const char* message;
};

class ConfigDefectTest : public ::testing::TestWithParam<Defect> {};

TEST_P(ConfigDefectTest, IsNamed) {
  const std::string message = ConfigMessage(GetParam().from, GetParam().to);
  EXPECT_THAT(message, HasSubstr("config.json: "));
  EXPECT_THAT(message, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    NotComputed, ConfigDefectTest,
    ::testing::Values(
        Defect{"\"marian\"", "\"bart\"",
               "model_type is \"bart\"; expected \"marian\""},
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
        Defect{"\"relu\"", "\"tanh\"", "must be relu, gelu or swish"},
        Defect{"\"decoder_start_token_id\": 7", "\"decoder_start_token_id\": 0",
               "decoder_start_token_id is 0; expected pad_token_id, 7"}));

INSTANTIATE_TEST_SUITE_P(
    WrongValues, ConfigDefectTest,
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
               "it must be between"},
        Defect{"\"d_model\": 4", "\"d_model\": 5", "d_model is 5"},
        Defect{"\"pad_token_id\": 7", "\"pad_token_id\": 4294967303",
               "pad_token_id is 4294967303; expected a token id"},
        Defect{"\"pad_token_id\": 7", "\"pad_token_id\": 8",
               "pad_token_id is 8; it must be between 0 and 7"},
        Defect{"\"scale_embedding\": true", "\"scale_embedding\": 1",
               "scale_embedding is 1; expected true or false"},
        Defect{"\"relu\"", "3", "activation_function is 3; expected a string"},
        Defect{"\"encoder_layers\": 6", "\"encoder_layers\": -6",
               "encoder_layers is -6"},
        Defect{"\"d_model\": 4", "\"d_model\": 4, \"d_model\": 6",
               "the key \"d_model\" appears twice"},
        Defect{"\"d_model\": 4", "\"d_model\": 4,,", "not valid JSON"}));

TEST(ModelConfigJsonTest, NotAnObject) {
  EXPECT_THAT(ParseModelConfig("", "c").status().message(),
              HasSubstr("c: it is empty"));
  EXPECT_THAT(ParseModelConfig("[]", "c").status().message(),
              HasSubstr("c: expected a JSON object, found array"));
  EXPECT_THAT(ParseModelConfig("{\"model_type\"", "c").status().message(),
              HasSubstr("c: not valid JSON"));
}

std::string GenerationMessage(const std::string& text) {
  const auto parsed = ParseGenerationConfig(text, "g.json", SmallConfig());
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(GenerationConfigJsonTest, RoundTripsAndAddsPadding) {
  const GenerationConfig generation{.num_beams = 6,
                                    .length_penalty = 0.6f,
                                    .max_length = 20,
                                    .suppressed_ids = {3}};
  const std::string text = SerializeGenerationConfig(generation, SmallConfig());
  EXPECT_THAT(text, HasSubstr("\"max_length\": 21"));  // the start symbol
  const auto read = ParseGenerationConfig(text, "g", SmallConfig());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->num_beams, 6);
  EXPECT_EQ(read->length_penalty, 0.6f);
  EXPECT_EQ(read->max_length, 20);
  EXPECT_THAT(read->suppressed_ids, ElementsAre(3, 7));
}

TEST(GenerationConfigJsonTest, AbsentKeysHaveDefaults) {
  const auto read = ParseGenerationConfig("{}", "g", SmallConfig());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->num_beams, 4);
  EXPECT_EQ(read->max_length, 32);
  EXPECT_THAT(read->suppressed_ids, ElementsAre(7));
}

TEST(GenerationConfigJsonTest, DefectsAreNamed) {
  const std::pair<const char*, const char*> defects[] = {
      {R"({"num_beams":0})", "g.json: num_beams is 0; expected 1 to 16"},
      {R"({"num_beams":17})", "num_beams is 17; expected 1 to 16"},
      {R"({"num_beams":4294967300})", "num_beams is 2147483647"},
      {R"({"num_beams":"4"})", "num_beams is \"4\"; expected an integer"},
      {R"({"length_penalty":-1})", "length_penalty is -1; expected 0 to 5"},
      {R"({"length_penalty":7})", "length_penalty is 7; expected 0 to 5"},
      {R"({"length_penalty":"x"})", "expected a finite number"},
      {R"({"max_length":34})", "is 33; expected 1 to max_position_embeddings"},
      {R"({"max_length":1})", "is 0; expected 1 to"},
      {R"({"max_length":-9223372036854775808})", "is 0; expected 1 to"},
      {R"({"bad_words_ids":7})", "bad_words_ids is 7; expected a list"},
      {R"({"bad_words_ids":[[1,2]]})", "bad_words_ids is [1,2]; expected"},
      {R"({"bad_words_ids":[[8]]})", "lists of one id below 8"},
      {R"({"bad_words_ids":[[-1]]})", "lists of one id below 8"},
      {R"({"bad_words_ids":[[0]]})", "a suppressed id is 0"},
      {R"({"eos_token_id":3})", "eos_token_id is 3; expected 0 as in config"},
      {R"({"do_sample":true})", "do_sample is true; expected false"},
      {R"({"no_repeat_ngram_size":3})", "no_repeat_ngram_size is 3"},
      {R"({"repetition_penalty":1.2})", "repetition_penalty is 1.2"},
      {R"({"min_length":5})", "min_length is 5; expected 0"},
      {R"({"forced_bos_token_id":5})", "forced_bos_token_id is 5"},
      {R"({"suppress_tokens":[5]})", "suppress_tokens is [5]"},
  };
  for (const auto& [text, message] : defects) {
    EXPECT_THAT(GenerationMessage(text), HasSubstr(message)) << text;
  }
  EXPECT_EQ(GenerationMessage(R"({"repetition_penalty":1,"min_length":0})"),
            "ok");
  EXPECT_EQ(GenerationMessage(R"({"eos_token_id":[0],"do_sample":null})"),
            "ok");
}

std::map<std::string, int32_t> SmallVocabulary() {
  return {{"</s>", 0}, {"<unk>", 1}, {"\u2581a", 2}, {"b", 3},
          {"c", 4},    {"\"", 5},    {">>es<<", 6},  {"<pad>", 7}};
}

TEST(VocabularyJsonTest, RoundTrips) {
  const auto read =
      ParseVocabulary(SerializeVocabulary(SmallVocabulary()), "v");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, SmallVocabulary());
  EXPECT_TRUE(ValidateVocabulary(*read, SmallConfig(), "v").ok());
}

TEST(VocabularyJsonTest, DefectsOfTheFile) {
  const std::pair<const char*, const char*> defects[] = {
      {R"({"a":"1"})", "v: piece \"a\" has id \"1\"; expected a non-negative"},
      {R"({"a":-1})", "has id -1"},
      {R"({"a":1.0})", "has id 1.0"},
      {R"({"a":2147483648})", "has id 2147483648"},
      {R"({"a":1,"a":2})", "the key \"a\" appears twice"},
      {R"(["a"])", "expected a JSON object, found array"},
      {"", "v: it is empty"},
  };
  for (const auto& [text, message] : defects) {
    EXPECT_THAT(ParseVocabulary(text, "v").status().message(),
                HasSubstr(message));
  }
}

TEST(VocabularyJsonTest, ContradictionsWithTheConfiguration) {
  const auto message = [](const std::map<std::string, int32_t>& vocabulary) {
    return std::string(
        ValidateVocabulary(vocabulary, SmallConfig(), "v").message());
  };
  auto changed = SmallVocabulary();
  changed.erase("b");
  EXPECT_THAT(message(changed),
              HasSubstr("it has 7 pieces, but config.json says vocab_size 8"));
  changed["b"] = 4;
  EXPECT_THAT(message(changed),
              HasSubstr("the pieces \"b\" and \"c\" both have id 4"));
  changed["b"] = 8;
  EXPECT_THAT(message(changed),
              HasSubstr("\"b\" has id 8; ids go from 0 to 7"));
  changed = SmallVocabulary();
  std::swap(changed["</s>"], changed["b"]);
  EXPECT_THAT(message(changed),
              HasSubstr("</s> has id 3, but config.json gives it 0"));
  for (const char* piece : {"</s>", "<unk>", "<pad>"}) {
    changed = SmallVocabulary();
    const int32_t id = changed[piece];
    changed.erase(piece);
    changed["other"] = id;
    EXPECT_THAT(message(changed), HasSubstr(std::string("special piece ") +
                                            piece + " is missing"));
  }
}

TEST(TokenizerConfigJsonTest, SeparateVocabulariesAreAnError) {
  EXPECT_TRUE(CheckTokenizerConfig(
                  SerializeTokenizerConfig(SmallConfig(), "en", "es"), "t")
                  .ok());
  EXPECT_THAT(
      CheckTokenizerConfig(R"({"separate_vocabs":true})", "t").message(),
      HasSubstr("t: separate_vocabs is true; expected false"));
  EXPECT_THAT(CheckTokenizerConfig(R"({"tokenizer_class":"T5Tokenizer"})", "t")
                  .message(),
              HasSubstr("tokenizer_class is \"T5Tokenizer\""));
}

}  // namespace
}  // namespace interpres
