#include "model/checkpoint/generation_config_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ModelConfig GenerationNetworkConfig() {
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

std::string GenerationMessage(const std::string& text) {
  const auto parsed =
      ParseGenerationConfig(text, "g.json", GenerationNetworkConfig());
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(GenerationConfigJsonTest, RoundTripsAndAddsPadding) {
  const GenerationConfig generation{.num_beams = 6,
                                    .length_penalty = 0.6f,
                                    .max_length = 20,
                                    .suppressed_ids = {3}};
  const std::string text =
      SerializeGenerationConfig(generation, GenerationNetworkConfig());
  EXPECT_THAT(text, HasSubstr("\"max_length\": 21"));  // the start symbol
  const auto read = ParseGenerationConfig(text, "g", GenerationNetworkConfig());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->num_beams, 6);
  EXPECT_EQ(read->length_penalty, 0.6f);
  EXPECT_EQ(read->max_length, 20);
  EXPECT_THAT(read->suppressed_ids, ElementsAre(3, 7));
}

TEST(GenerationConfigJsonTest, AbsentKeysHaveDefaults) {
  const auto read = ParseGenerationConfig("{}", "g", GenerationNetworkConfig());
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

}  // namespace
}  // namespace interpres
