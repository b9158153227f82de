#include "server/service/text_translations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace interpres {
namespace {

using Scores = std::vector<std::vector<float>>;

double SumOf(const Scores& scores, const Combination& combination) {
  double sum = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    sum += scores[i][combination[i]];
  }
  return sum;
}

// All sums, highest first.
std::vector<double> AllSums(const Scores& scores) {
  std::vector<double> sums = {0.0};
  for (const std::vector<float>& segment : scores) {
    std::vector<double> longer;
    for (const double sum : sums) {
      for (const float score : segment) {
        longer.push_back(sum + score);
      }
    }
    sums = longer;
  }
  std::sort(sums.rbegin(), sums.rend());
  return sums;
}

TEST(BestCombinationsTest, TheBestOfEachSegmentComeFirst) {
  const Scores scores = {{-1, -3}, {-1, -2}};
  EXPECT_EQ(BestCombinations(scores, 3),
            (std::vector<Combination>{{0, 0}, {0, 1}, {1, 0}}));
}

TEST(BestCombinationsTest, ATextWithoutSegmentsHasOne) {
  EXPECT_EQ(BestCombinations(Scores(), 4), (std::vector<Combination>{{}}));
}

TEST(BestCombinationsTest, ReturnsAllIfThereAreFewer) {
  const Scores scores = {{-1}, {-1, -2}, {-5}};
  EXPECT_EQ(BestCombinations(scores, 9),
            (std::vector<Combination>{{0, 0, 0}, {0, 1, 0}}));
}

TEST(BestCombinationsTest, EqualsAnExhaustiveSearch) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> score(-4.0F, 0.0F);
  for (int round = 0; round < 200; ++round) {
    Scores scores(1 + random() % 5);
    for (std::vector<float>& segment : scores) {
      segment.resize(1 + random() % 4);
      std::generate(segment.begin(), segment.end(),
                    [&] { return score(random); });
      std::sort(segment.rbegin(), segment.rend());
    }
    const std::vector<double> expected = AllSums(scores);
    const auto count = static_cast<int32_t>(1 + random() % 12);
    const std::vector<Combination> found = BestCombinations(scores, count);
    ASSERT_EQ(found.size(), std::min<std::size_t>(count, expected.size()));
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(SumOf(scores, found[i]), expected[i], 1e-5);
    }
    std::vector<Combination> distinct = found;
    std::sort(distinct.begin(), distinct.end());
    EXPECT_EQ(std::unique(distinct.begin(), distinct.end()), distinct.end());
  }
}

TEST(CombineDrawsTest, EachDrawIsInOneCombination) {
  const std::vector<int32_t> draws = {3, 1, 3};
  EXPECT_EQ(CombineDraws(draws, 3),
            (std::vector<Combination>{{0, 0, 2}, {1, 0, 0}, {2, 0, 1}}));
}

}  // namespace
}  // namespace interpres
