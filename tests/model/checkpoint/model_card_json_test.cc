#include "model/checkpoint/model_card_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string CardMessage(const std::string& text) {
  const auto parsed = ParseModelCard(text, "i.json");
  return parsed.ok() ? "ok" : std::string(parsed.status().message());
}

TEST(ModelCardJsonTest, RoundTrips) {
  ModelCard card;
  card.version = "2026-11.b_2";
  card.directions = {{"en", "es"}, {"es", "en"}};
  card.golden = {{.target_language = "es",
                  .source = "The cat.",
                  .target = "El gato.",
                  .log_probability = -1.5}};
  card.golden_tolerance = 0.25;
  card.provenance = {{"data", "a \"corpus\"\nof two lines"}, {"bleu", "33.1"}};
  const auto read = ParseModelCard(SerializeModelCard(card), "i");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->version, card.version);
  EXPECT_EQ(read->directions, card.directions);
  ASSERT_EQ(read->golden.size(), 1u);
  EXPECT_EQ(read->golden[0].target_language, "es");
  EXPECT_EQ(read->golden[0].source, "The cat.");
  EXPECT_EQ(read->golden[0].target, "El gato.");
  EXPECT_EQ(read->golden[0].log_probability, -1.5);
  EXPECT_EQ(read->golden_tolerance, 0.25);
  EXPECT_EQ(read->provenance, card.provenance);
}

TEST(ModelCardJsonTest, DefectsAreNamed) {
  const std::pair<const char*, const char*> defects[] = {
      {"{}", "the key format_version is missing"},
      {R"({"format_version":2})", "format_version is 2; expected 1"},
      {R"({"format_version":1,"direction":[]})", "unknown key \"direction\""},
      {R"({"format_version":1,"version":"a b"})",
       "the version is \"a b\"; expected at most 64 letters"},
      {R"({"format_version":1,"directions":{}})",
       "directions is {}; expected a list of objects"},
      {R"({"format_version":1,"directions":["en"]})",
       "directions is \"en\"; expected a list of objects"},
      {R"({"format_version":1,"directions":[{"source":"en"}]})",
       "directions[0]: the key target is missing"},
      {R"({"format_version":1,"directions":[{"source":"en","target":""}]})",
       "a direction needs a source and a target"},
      {R"({"format_version":1,"directions":[{"source":"a","target":"b"},)"
       R"({"source":"a","target":"b"}]})",
       "\"a\" to \"b\" is listed twice"},
      {R"({"format_version":1,"golden":[{"source":"a","target":"b"}]})",
       "golden[0]: the key log_probability is missing"},
      {R"({"format_version":1,"golden":[{"source":"a","target":"b",)"
       R"("log_probability":0.5}]})",
       "\"a\" is 0.5; expected at most 0"},
      {R"({"format_version":1,"golden":[{"source":"","target":"b",)"
       R"("log_probability":-1}]})",
       "a golden sentence needs a source and a target"},
      {R"({"format_version":1,"golden_tolerance":0})",
       "golden_tolerance is 0; expected a number above 0"},
      {R"({"format_version":1,"golden_tolerance":1e999})", "not valid JSON"},
      {R"({"format_version":1,"provenance":[]})",
       "provenance is []; expected an object of strings"},
      {R"({"format_version":1,"provenance":{"a":1}})",
       "provenance is 1; expected an object of strings"},
  };
  for (const auto& [text, message] : defects) {
    EXPECT_THAT(CardMessage(text), HasSubstr("i.json: ")) << text;
    EXPECT_THAT(CardMessage(text), HasSubstr(message)) << text;
  }
  EXPECT_EQ(CardMessage(R"({"format_version":1})"), "ok");
}

}  // namespace
}  // namespace interpres
