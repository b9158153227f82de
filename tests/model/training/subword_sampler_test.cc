#include "model/training/subword_sampler.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

constexpr char kEnglish[] = "The museum was full of quiet people.";
constexpr char kSpanish[] = "El museo estaba lleno de gente tranquila.";

class SubwordSamplerTest : public ::testing::Test {
 protected:
  static std::shared_ptr<const Tokenizer> MakeTokenizer(SubwordModel model) {
    return MakeTinyTokenizer(
        {.vocab_size = 160, .tagged_languages = {"es", "en"}, .model = model});
  }

  ExampleSampling Make(const SubwordSamplerOptions& options) const {
    return MakeSubwordSampling(tokenizer_, Corpora(), options).value();
  }

  std::shared_ptr<const std::vector<ParallelText>> Corpora() const {
    return std::make_shared<const std::vector<ParallelText>>(1, text_);
  }

  // `count` draws of an example.
  static std::vector<SampledIds> Draws(const ExampleSampling& sample,
                                       uint64_t key, uint64_t count) {
    std::vector<SampledIds> drawn(count);
    for (uint64_t draw = 0; draw < count; ++draw) {
      EXPECT_TRUE(sample(key, draw, drawn[draw]));
    }
    return drawn;
  }

  // How many of 400 draws are the likeliest segmentation of the target.
  int Likeliest(double alpha) const {
    const auto best = tokenizer_->EncodeTarget(kSpanish)->ids;
    int count = 0;
    for (const SampledIds& ids :
         Draws(Make({.alpha = alpha, .nbest = 4}), forward_, 400)) {
      count += ids.target == best ? 1 : 0;
    }
    return count;
  }

  const std::shared_ptr<const Tokenizer> tokenizer_ =
      MakeTokenizer(SubwordModel::kUnigram);
  const ParallelText text_ = {.files = {.languages = {"en", "es"}},
                              .source = {"a cat", kEnglish},
                              .target = {"un gato", kSpanish},
                              .lines = {10, 12}};
  const uint64_t forward_ = KeyOf({.line = 12});
  const uint64_t reversed_ = KeyOf({.line = 12, .reversed = true});
};

TEST_F(SubwordSamplerTest, DrawsSpellTheTextOfTheExample) {
  const ExampleSampling sample = Make({.alpha = 0.1, .nbest = 8});
  std::set<std::vector<int32_t>> seen;
  for (const SampledIds& ids : Draws(sample, reversed_, 60)) {
    EXPECT_EQ(tokenizer_->Piece(ids.source[0]), ">>en<<");
    EXPECT_EQ(tokenizer_->Decode(ids.source), kSpanish);
    EXPECT_EQ(tokenizer_->Decode(ids.target), kEnglish);
    seen.insert(ids.source);
  }
  EXPECT_GT(seen.size(), 4U);
  EXPECT_LE(seen.size(), 8U);
}

TEST_F(SubwordSamplerTest, KeptSegmentationsDoNotChangeTheDraws) {
  const ExampleSampling keeps = Make({});
  const ExampleSampling forgets = Make({.kept_bytes = 0});
  for (const uint64_t key : {forward_, reversed_, KeyOf({.line = 10})}) {
    const auto first = Draws(keeps, key, 20);
    const auto again = Draws(keeps, key, 20);
    const auto anew = Draws(forgets, key, 20);
    for (std::size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(first[i].source, again[i].source);
      EXPECT_EQ(first[i].target, again[i].target);
      EXPECT_EQ(first[i].source, anew[i].source);
      EXPECT_EQ(first[i].target, anew[i].target);
    }
  }
}

// P^alpha: a large alpha leaves the likeliest only, 0 makes all alike.
TEST_F(SubwordSamplerTest, AlphaSharpensTheDraw) {
  EXPECT_EQ(Likeliest(1e6), 400);
  EXPECT_NEAR(Likeliest(0.0), 100, 30);
  EXPECT_GT(Likeliest(1.0), Likeliest(0.2));
}

TEST_F(SubwordSamplerTest, SourcesHaveTheTagOfTheirTarget) {
  const auto drawn = Draws(Make({}), forward_, 1);
  EXPECT_EQ(tokenizer_->Piece(drawn[0].source[0]), ">>es<<");
}

TEST_F(SubwordSamplerTest, SourcesHaveTheTagOfTheirCorpus) {
  const std::shared_ptr<const Tokenizer> tokenizer = MakeTinyTokenizer(
      {.vocab_size = 160, .tagged_languages = {"es"}, .corpus_tags = {"bt"}});
  ParallelText text = text_;
  text.files.tag = "bt";
  const auto sample = MakeSubwordSampling(
      tokenizer, std::make_shared<const std::vector<ParallelText>>(1, text),
      {});
  for (const SampledIds& ids : Draws(*sample, forward_, 20)) {
    EXPECT_EQ(tokenizer->Piece(ids.source[0]), ">>es<<");
    EXPECT_EQ(tokenizer->Piece(ids.source[1]), "<<bt>>");
    EXPECT_EQ(tokenizer->Decode(ids.source), kEnglish);
  }
}

TEST_F(SubwordSamplerTest, ATooLongDrawIsNotTaken) {
  SampledIds ids;
  EXPECT_FALSE(Make({.max_tokens = 3})(forward_, 1, ids));
}

TEST_F(SubwordSamplerTest, ATextOfNoCorpusIsDrawnAsOneOfACorpus) {
  const SubwordSamplerOptions options = {.alpha = 0.1, .nbest = 8};
  SampledIds expected;
  ASSERT_TRUE(Make(options)(forward_, 5, expected));
  const auto drawn = DrawSubwords(*tokenizer_, {kEnglish, kSpanish},
                                  {.direction = {"en", "es"}}, options, 5);
  ASSERT_TRUE(drawn.ok()) << drawn.status();
  EXPECT_EQ(drawn->source, expected.source);
  EXPECT_EQ(drawn->target, expected.target);
}

TEST_F(SubwordSamplerTest, BpeIsRefused) {
  const auto sampling =
      MakeSubwordSampling(MakeTokenizer(SubwordModel::kBpe), Corpora(), {});
  EXPECT_EQ(sampling.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace interpres
