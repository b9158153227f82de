#include "model/training/noise_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "model/training/noise_values.h"
#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

class NoiseSamplerTest : public ::testing::Test {
 protected:
  NoiseSamplerTest() {
    for (const TinySentencePair& pair : TinyCorpus()) {
      text_.source.push_back(pair.en);
      text_.target.push_back(pair.es);
      text_.lines.push_back(2 * static_cast<int64_t>(text_.lines.size()) + 1);
    }
    EXPECT_TRUE(
        EncodeCorpus(text_, *tokenizer_, {.bidirectional = true}, examples_)
            .ok());
  }

  ExampleSampling Make(NoiseSamplerOptions options) const {
    return MakeNoiseSampling(
        tokenizer_, std::make_shared<const std::vector<ParallelText>>(1, text_),
        examples_, std::move(options));
  }

  static NoiseOptions Only(NoiseKind kind, double rate = 1.0) {
    NoiseOptions noise;
    noise.of(kind) = rate;
    return noise;
  }

  // The text of the source of a draw.
  std::string Source(const SampledIds& ids) const {
    return tokenizer_->Decode(ids.source);
  }
  std::string Target(const SampledIds& ids) const {
    return tokenizer_->Decode(ids.target);
  }

  const std::shared_ptr<const Tokenizer> tokenizer_ =
      MakeTinyTokenizer({.vocab_size = 420,
                         .tagged_languages = {"es", "en"},
                         .byte_fallback = true});
  ParallelText text_ = {.files = {.languages = {"en", "es"}},
                        .source = {},
                        .target = {},
                        .lines = {}};
  ExampleSet examples_;
  const uint64_t forward_ = KeyOf({.line = 5});
  const uint64_t reversed_ = KeyOf({.line = 5, .reversed = true});
};

TEST_F(NoiseSamplerTest, ANoisyTextHasTheTagAndTheEndOfItsExample) {
  const ExampleSampling sample = Make({.noise = Only(NoiseKind::kUpperCase)});
  SampledIds ids;
  ASSERT_TRUE(sample(reversed_, 1, ids));
  EXPECT_EQ(tokenizer_->Piece(ids.source.front()), ">>en<<");
  EXPECT_EQ(ids.source.back(), tokenizer_->eos_id());
  EXPECT_EQ(ids.target.back(), tokenizer_->eos_id());
  const auto upper = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), ::toupper);
    return text;
  };
  ASSERT_TRUE(sample(forward_, 1, ids));
  EXPECT_EQ(Source(ids), upper(text_.source[2]));
}

TEST_F(NoiseSamplerTest, DrawsDependOnKeyAndDrawOnly) {
  NoiseOptions noise;
  noise.rates.fill(0.2);
  const ExampleSampling first = Make({.noise = noise});
  const ExampleSampling again = Make({.noise = noise});
  std::set<std::vector<int32_t>> seen;
  for (uint64_t draw = 0; draw < 60; ++draw) {
    SampledIds a;
    SampledIds b;
    EXPECT_EQ(first(forward_, draw, a), again(forward_, draw, b));
    EXPECT_EQ(a.source, b.source);
    EXPECT_EQ(a.target, b.target);
    seen.insert(a.source);
  }
  EXPECT_GT(seen.size(), 30U);
}

TEST_F(NoiseSamplerTest, JoinsTheNeighboursOfTheDirectionThatFit) {
  const ExampleSampling sample =
      Make({.noise = Only(NoiseKind::kJoinedSentences), .max_tokens = 110});
  std::set<std::size_t> joined;
  for (uint64_t draw = 0; draw < 40; ++draw) {
    SampledIds ids;
    ASSERT_TRUE(sample(reversed_, draw, ids));
    EXPECT_LE(std::max(ids.source.size(), ids.target.size()), 110U);
    std::string source = text_.target[2];
    std::string target = text_.source[2];
    std::size_t count = 1;
    while (source != Source(ids) && count < 10) {
      source += " " + text_.target[2 + count];
      target += " " + text_.source[2 + count];
      ++count;
    }
    EXPECT_EQ(Source(ids), source);
    EXPECT_EQ(Target(ids), target);
    joined.insert(count);
  }
  EXPECT_GT(joined.size(), 1U);
  EXPECT_FALSE(joined.contains(1));
}

TEST_F(NoiseSamplerTest, DoesNotJoinAcrossAPairThatTheRunLeavesOut) {
  ExampleSet some;
  for (int64_t i = 0; i < examples_.size(); ++i) {
    if (NameOf(examples_.key(i)).line != 7) {
      some.Add(examples_.source(i), examples_.target(i), examples_.key(i));
    }
  }
  const ExampleSampling sample = MakeNoiseSampling(
      tokenizer_, std::make_shared<const std::vector<ParallelText>>(1, text_),
      some, {.noise = Only(NoiseKind::kJoinedSentences)});
  SampledIds ids;
  EXPECT_FALSE(sample(forward_, 1, ids));
  EXPECT_TRUE(sample(KeyOf({.line = 3}), 1, ids));
}

TEST_F(NoiseSamplerTest, TheLastPairHasNoNeighbour) {
  SampledIds ids;
  EXPECT_FALSE(Make({.noise = Only(NoiseKind::kJoinedSentences)})(
      KeyOf({.line = text_.lines.back()}), 1, ids));
}

TEST_F(NoiseSamplerTest, ANoisyTextHasTheTagOfItsCorpus) {
  text_.files.tag = "bt";
  const std::shared_ptr<const Tokenizer> tokenizer =
      MakeTinyTokenizer({.vocab_size = 160, .corpus_tags = {"bt"}});
  ExampleSet examples;
  ASSERT_TRUE(EncodeCorpus(text_, *tokenizer, {}, examples).ok());
  const ExampleSampling sample = MakeNoiseSampling(
      tokenizer, std::make_shared<const std::vector<ParallelText>>(1, text_),
      examples, {.noise = Only(NoiseKind::kNoEndMark)});
  SampledIds ids;
  ASSERT_TRUE(sample(forward_, 1, ids));
  EXPECT_EQ(tokenizer->Piece(ids.source.front()), "<<bt>>");
}

TEST_F(NoiseSamplerTest, ATooLongNoisyTextIsNotTaken) {
  SampledIds ids;
  EXPECT_FALSE(Make({.noise = Only(NoiseKind::kUuids), .max_tokens = 20})(
      forward_, 1, ids));
}

TEST_F(NoiseSamplerTest, NoiseAddsNoUnknownPiece) {
  const std::shared_ptr<const Tokenizer> plain = MakeTinyTokenizer();
  ExampleSet examples;
  ASSERT_TRUE(EncodeCorpus(text_, *plain, {}, examples).ok());
  const ExampleSampling sample = MakeNoiseSampling(
      plain, std::make_shared<const std::vector<ParallelText>>(1, text_),
      examples, {.noise = Only(NoiseKind::kSentinels)});
  SampledIds ids;
  EXPECT_FALSE(sample(forward_, 1, ids));
}

TEST_F(NoiseSamplerTest, WithoutNoiseTheSubwordsAreDrawn) {
  const NoiseSamplerOptions options = {
      .noise = Only(NoiseKind::kTypos, 0.0),
      .without_noise = [](uint64_t key, uint64_t draw, SampledIds& ids) {
        ids.source = {static_cast<int32_t>(key), static_cast<int32_t>(draw)};
        return true;
      }};
  SampledIds ids;
  ASSERT_TRUE(Make(options)(forward_, 7, ids));
  EXPECT_EQ(ids.source, (std::vector<int32_t>{10, 7}));
}

TEST_F(NoiseSamplerTest, TheSubwordsOfANoisyTextAreDrawn) {
  const ExampleSampling sample =
      Make({.noise = Only(NoiseKind::kNoEndMark),
            .subwords = SubwordSamplerOptions{.alpha = 0.1, .nbest = 8}});
  std::set<std::vector<int32_t>> seen;
  std::set<std::string> texts;
  for (uint64_t draw = 0; draw < 40; ++draw) {
    SampledIds ids;
    ASSERT_TRUE(sample(forward_, draw, ids));
    seen.insert(ids.source);
    texts.insert(Source(ids));
  }
  EXPECT_GT(seen.size(), 3U);
  EXPECT_EQ(texts.size(), 1U);
}

}  // namespace
}  // namespace interpres
