#include "model/checkpoint/vocabulary_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/config/piece_ids.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

ModelConfig VocabularyNetworkConfig() {
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

PieceIds SmallVocabulary() {
  return {{"</s>", 0}, {"<unk>", 1}, {"\u2581a", 2}, {"b", 3},
          {"c", 4},    {"\"", 5},    {">>es<<", 6},  {"<pad>", 7}};
}

TEST(VocabularyJsonTest, RoundTrips) {
  const auto text = SerializeVocabulary(SmallVocabulary());
  ASSERT_TRUE(text.ok()) << text.status();
  const auto read = ParseVocabulary(*text, "v");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, SmallVocabulary());
  EXPECT_TRUE(ValidateVocabulary(*read, VocabularyNetworkConfig(), "v").ok());
}

TEST(VocabularyJsonTest, APieceThatIsNotUtf8IsAnError) {
  auto vocabulary = SmallVocabulary();
  vocabulary["bad \xff byte"] = 8;
  const absl::Status status = SerializeVocabulary(vocabulary).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(),
              HasSubstr("piece \"bad \uFFFD byte\" with id 8 is not UTF-8"));
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
  const auto message = [](const PieceIds& vocabulary) {
    return std::string(
        ValidateVocabulary(vocabulary, VocabularyNetworkConfig(), "v")
            .message());
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
              HasSubstr("\"b\" has id 8; expected 0 to 7, because config.json "
                        "says vocab_size 8"));
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

}  // namespace
}  // namespace interpres
