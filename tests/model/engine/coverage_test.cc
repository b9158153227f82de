#include "model/engine/coverage.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

TEST(LongestGapTest, CountsPiecesWithoutAToken) {
  const SourcePieces pieces = {.first = 1, .count = 6};
  EXPECT_EQ(LongestGap(pieces, std::vector<int32_t>{1, 2, 3, 4, 5, 6}), 0);
  EXPECT_EQ(LongestGap(pieces, std::vector<int32_t>{1, 1, 5, 7}), 3);
  EXPECT_EQ(LongestGap(pieces, std::vector<int32_t>{0, 7}), 6);
  EXPECT_EQ(LongestGap({}, std::vector<int32_t>{0}), 0);
}

class LosesContentTest : public ::testing::Test {
 protected:
  // A translation whose token i is aligned to piece i, up to `last`.
  static Hypothesis UpTo(int32_t last) {
    Hypothesis hypothesis;
    hypothesis.tokens.assign(last + 1, 7);
    hypothesis.alignment.resize(last + 1);
    std::iota(hypothesis.alignment.begin(), hypothesis.alignment.end(), 1);
    return hypothesis;
  }

  static constexpr SourcePieces kPieces = {.first = 1, .count = 30};
};

TEST_F(LosesContentTest, ALongRunWithoutATokenIsLost) {
  EXPECT_FALSE(LosesContent(kPieces, UpTo(29), 1.0));
  EXPECT_FALSE(LosesContent(kPieces, UpTo(21), 1.0));
  EXPECT_TRUE(LosesContent(kPieces, UpTo(20), 1.0));
}

TEST_F(LosesContentTest, SoIsATranslationFarShorterThanUsual) {
  const SourcePieces pieces = {.first = 1, .count = 10};
  EXPECT_FALSE(LosesContent(pieces, UpTo(5), 1.0));
  EXPECT_TRUE(LosesContent(pieces, UpTo(4), 1.0));
  EXPECT_FALSE(LosesContent(pieces, UpTo(3), 0.0)) << "unknown ratio";
  EXPECT_FALSE(LosesContent({.first = 1, .count = 7}, UpTo(1), 1.0));
}

TEST_F(LosesContentTest, ALongSourceHasALongerTranslation) {
  Hypothesis translation = UpTo(128);
  const SourcePieces pieces = {.first = 1, .count = 128};
  translation.tokens.resize(84);
  EXPECT_FALSE(LosesContent(pieces, translation, 1.0));
  translation.tokens.resize(83);
  EXPECT_TRUE(LosesContent(pieces, translation, 1.0));
}

TEST(UsualLengthRatioTest, IsTheRatioOfTheGoldenSentences) {
  const auto model = MakeTinyModel({});
  ASSERT_TRUE(model.ok()) << model.status();
  const auto tokenizer =
      Tokenizer::Create({.source_spm = model->description.source_spm,
                         .target_spm = model->description.target_spm,
                         .vocabulary = model->description.vocabulary});
  ASSERT_TRUE(tokenizer.ok()) << tokenizer.status();
  ModelCard card;
  EXPECT_EQ(UsualLengthRatio(card, **tokenizer, "es"), 0.0);
  card.golden = {{.target_language = "es", .source = "a a", .target = "a a"},
                 {.target_language = "en", .source = "a", .target = "a a a"}};
  EXPECT_EQ(UsualLengthRatio(card, **tokenizer, "es"), 1.0);
  EXPECT_EQ(UsualLengthRatio(card, **tokenizer, "en"), 3.0);
}

}  // namespace
}  // namespace interpres
