#include "model/checkpoint/decoder_yml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kFiles[] = "models: [m.npz]\nvocabs: [v.yml, v.yml]\n";

std::string DecoderMessageWith(const std::string& line) {
  const auto decoder = ParseDecoderYml(kFiles + line, "decoder.yml");
  return decoder.ok() ? "ok" : std::string(decoder.status().message());
}

TEST(DecoderYmlTest, ReadsTheFileOfARelease) {
  const auto decoder = ParseDecoderYml(
      "models:\n  - opus.npz.best-perplexity.npz\nvocabs:\n  - a.vocab.yml\n"
      "  - b.vocab.yml\nbeam-size: 6\nnormalize: 1\nword-penalty: 0\n"
      "mini-batch: 1\nmaxi-batch: 1\nmaxi-batch-sort: src\n"
      "relative-paths: true\n",
      "decoder.yml");
  ASSERT_TRUE(decoder.ok()) << decoder.status();
  EXPECT_EQ(decoder->model, "opus.npz.best-perplexity.npz");
  EXPECT_THAT(decoder->vocabularies, ElementsAre("a.vocab.yml", "b.vocab.yml"));
  const GenerationConfig generation = GenerationOf(*decoder, ModelConfig());
  EXPECT_EQ(generation.num_beams, 6);
  EXPECT_EQ(generation.length_penalty, 1.0f);
  EXPECT_EQ(generation.max_length, 512);
  EXPECT_THAT(generation.suppressed_ids, IsEmpty());
}

TEST(DecoderYmlTest, AbsentKeysHaveDefaults) {
  const auto decoder = ParseDecoderYml(kFiles, "decoder.yml");
  ASSERT_TRUE(decoder.ok()) << decoder.status();
  EXPECT_EQ(decoder->beam_size, 4);
  EXPECT_EQ(decoder->normalize, 0.0f);
}

TEST(DecoderYmlTest, UnsupportedSettingsAreRefused) {
  EXPECT_EQ(DecoderMessageWith("word-penalty: 0.5\n"),
            "decoder.yml: word-penalty is 0.5; expected 0; penalties of words "
            "are not supported; set it to 0");
  EXPECT_THAT(DecoderMessageWith("beam-size: 17\n"),
              HasSubstr("expected 1 to 16"));
  EXPECT_THAT(DecoderMessageWith("beam-size: 0\n"),
              HasSubstr("expected 1 to 16"));
  EXPECT_THAT(DecoderMessageWith("normalize: 6\n"),
              HasSubstr("expected 0 to 5"));
  const auto files = [](const std::string& text) {
    return std::string(ParseDecoderYml(text, "decoder.yml").status().message());
  };
  EXPECT_THAT(files("models: [a.npz, b.npz]\nvocabs: [v.yml]\n"),
              HasSubstr("models is 2 files; expected one; ensembles"));
  EXPECT_THAT(files("vocabs: [v.yml]\n"), HasSubstr("models is 0 files"));
  EXPECT_THAT(files("models: [m.npz]\n"), HasSubstr("vocabs is empty"));
  for (const char* name : {"../m.npz", "/m.npz", "a/m.npz", "..", "\"\""}) {
    EXPECT_THAT(
        files("models:\n  - " + std::string(name) + "\nvocabs: [v.yml]\n"),
        HasSubstr("names of files beside decoder.yml"))
        << name;
  }
}

}  // namespace
}  // namespace interpres
