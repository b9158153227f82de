#include "model/decoding/loop_check.h"

#include <gtest/gtest.h>

#include <vector>

namespace interpres {
namespace {

using Tokens = std::vector<int32_t>;

Tokens Repeat(const Tokens& run, int count) {
  Tokens tokens;
  for (int i = 0; i < count; ++i) {
    tokens.insert(tokens.end(), run.begin(), run.end());
  }
  return tokens;
}

TEST(LongestRepetitionTest, CountsRunsInARow) {
  EXPECT_EQ(LongestRepetition({}), 0);
  EXPECT_EQ(LongestRepetition(Tokens{1, 2, 3}), 1);
  EXPECT_EQ(LongestRepetition(Tokens{5, 1, 1, 1, 7}), 3);
  EXPECT_EQ(LongestRepetition(Tokens{9, 1, 2, 1, 2, 1, 2, 9}), 3);
  EXPECT_EQ(LongestRepetition(Tokens{1, 2, 1, 3, 1, 4}), 1);
}

TEST(LongestRepetitionTest, FindsRunsOfUpToEightTokens) {
  EXPECT_EQ(LongestRepetition(Repeat({1, 2, 3, 4, 5, 6, 7, 8}, 6)), 6);
  EXPECT_EQ(LongestRepetition(Repeat({1, 2, 3, 4, 5, 6, 7, 8, 9}, 6)), 1);
}

TEST(MostFrequentSequenceTest, CountsSequencesAnywhere) {
  EXPECT_EQ(MostFrequentSequence(Tokens{1, 2, 3}), 0);
  EXPECT_EQ(MostFrequentSequence(Tokens{1, 2, 3, 4, 9, 1, 2, 3, 4, 8}), 2);
}

TEST(IsLoopTest, ATranslationThatRepeatsItselfIsOne) {
  const Tokens source = {1, 2, 3, 4, 5};
  EXPECT_TRUE(IsLoop(source, Repeat({7}, 5)));
  EXPECT_TRUE(IsLoop(source, Repeat({7, 8}, 5)));
  EXPECT_FALSE(IsLoop(source, Repeat({7}, 4)));
  EXPECT_FALSE(IsLoop(source, Tokens{6, 7, 8, 9, 10}));
}

TEST(IsLoopTest, ARepetitionOfTheSourceIsNone) {
  EXPECT_FALSE(IsLoop(Repeat({1, 2}, 9), Repeat({7}, 10)));
  EXPECT_TRUE(IsLoop(Repeat({1, 2}, 9), Repeat({7}, 11)));
}

TEST(IsLoopTest, FindsSequencesThatReturnAgainAndAgain) {
  Tokens target;
  for (int32_t i = 0; i < 4; ++i) {
    const Tokens part = {1, 2, 3, 4, 100 + i};
    target.insert(target.end(), part.begin(), part.end());
  }
  EXPECT_TRUE(IsLoop(Tokens{1, 2, 3, 4, 5, 6}, target));
  EXPECT_FALSE(IsLoop(target, target));
}

}  // namespace
}  // namespace interpres
