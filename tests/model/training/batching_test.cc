#include "model/training/batching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace interpres {
namespace {

using ::testing::HasSubstr;

// Examples of 2 to 14 tokens a side, in no order.
ExampleSet NumberedExamples(int64_t count) {
  ExampleSet examples;
  for (int64_t i = 0; i < count; ++i) {
    examples.Add(std::vector<int32_t>(static_cast<std::size_t>(2 + i * 7 % 13)),
                 std::vector<int32_t>(static_cast<std::size_t>(2 + i * 5 % 11)),
                 static_cast<uint64_t>(i));
  }
  return examples;
}

int64_t TokensOf(const ExampleSet& examples,
                 const std::vector<int32_t>& batch) {
  int64_t source = 0;
  int64_t target = 0;
  for (const int32_t i : batch) {
    source += static_cast<int64_t>(examples.source(i).size());
    target += static_cast<int64_t>(examples.target(i).size());
  }
  return std::max(source, target);
}

std::vector<int32_t> Flatten(const std::vector<std::vector<int32_t>>& lists) {
  std::vector<int32_t> all;
  for (const auto& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

class PlanEpochTest : public ::testing::TestWithParam<int64_t> {};

TEST_P(PlanEpochTest, CoversEveryExampleOnceWithinTheBudget) {
  const ExampleSet examples = NumberedExamples(997);
  const BatchingOptions options = {.batch_tokens = 100,
                                   .sort_window = GetParam()};
  const auto plan = PlanEpoch(examples, options, 3);
  std::vector<int32_t> seen = Flatten(plan);
  std::sort(seen.begin(), seen.end());
  ASSERT_EQ(seen.size(), 997U);
  for (int32_t i = 0; i < 997; ++i) {
    EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
  }
  for (const auto& batch : plan) {
    EXPECT_FALSE(batch.empty());
    EXPECT_LE(TokensOf(examples, batch), 100);
  }
}

INSTANTIATE_TEST_SUITE_P(Windows, PlanEpochTest, ::testing::Values(1, 4, 1000));

TEST(BatchingTest, EpochsDifferAndRepeat) {
  const ExampleSet examples = NumberedExamples(200);
  const BatchingOptions options = {.batch_tokens = 50};
  EXPECT_EQ(PlanEpoch(examples, options, 0), PlanEpoch(examples, options, 0));
  EXPECT_NE(PlanEpoch(examples, options, 0), PlanEpoch(examples, options, 1));
  BatchingOptions other = options;
  other.seed = 2;
  EXPECT_NE(PlanEpoch(examples, options, 0), PlanEpoch(examples, other, 0));
}

TEST(BatchingTest, SortedWindowsGiveBatchesOfSimilarLengths) {
  const ExampleSet examples = NumberedExamples(2000);
  const auto spread = [&](int64_t window) {
    std::size_t sum = 0;
    for (const auto& batch :
         PlanEpoch(examples, {.batch_tokens = 200, .sort_window = window}, 0)) {
      std::size_t low = 1000;
      std::size_t high = 0;
      for (const int32_t i : batch) {
        low = std::min(low, examples.target(i).size());
        high = std::max(high, examples.target(i).size());
      }
      sum += high - low;
    }
    return sum;
  };
  EXPECT_LT(4 * spread(50), spread(1));
}

TEST(BatchingTest, ALongSentenceIsASeparateBatch) {
  ExampleSet examples;
  examples.Add(std::vector<int32_t>(3), std::vector<int32_t>(3), 0);
  examples.Add(std::vector<int32_t>(50), std::vector<int32_t>(2), 1);
  examples.Add(std::vector<int32_t>(3), std::vector<int32_t>(3), 2);
  EXPECT_EQ(PlanValidation(examples, 10, 1),
            (std::vector<std::vector<int32_t>>{{0}, {1}, {2}}));
}

TEST(BatchingTest, AValidationBatchIsAsLargeAsAShard) {
  ExampleSet examples;
  for (uint64_t key = 0; key < 8; ++key) {
    examples.Add(std::vector<int32_t>(2), std::vector<int32_t>(2), key);
  }
  EXPECT_EQ(PlanValidation(examples, 16, 1).size(), 1U);
  EXPECT_EQ(PlanValidation(examples, 16, 4).size(), 4U);
  EXPECT_EQ(PlanValidation(examples, 16, 100).size(), 8U);
}

TEST(BatchingTest, ShardsPartitionTheBatchEvenly) {
  const ExampleSet examples = NumberedExamples(60);
  const std::vector<int32_t> batch = PlanValidation(examples, 1 << 20, 1)[0];
  const auto shards = SplitIntoShards(examples, batch, 4);
  ASSERT_EQ(shards.size(), 4U);
  std::vector<int32_t> all = Flatten(shards);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(all, batch);
  for (const auto& shard : shards) {
    EXPECT_NEAR(static_cast<double>(TokensOf(examples, shard)),
                static_cast<double>(TokensOf(examples, batch)) / 4, 15);
  }
}

TEST(BatchingTest, FewerSentencesThanShardsLeaveEmptyShards) {
  const ExampleSet examples = NumberedExamples(1);
  const std::vector<int32_t> batch = {0};
  const auto shards = SplitIntoShards(examples, batch, 3);
  EXPECT_EQ(Flatten(shards), batch);
  EXPECT_EQ(shards.size(), 3U);
}

// How often each example is in the first `epochs` epochs.
std::vector<int> CountUses(const ExampleSet& examples,
                           const BatchingOptions& options, int64_t epochs) {
  std::vector<int> uses(static_cast<std::size_t>(examples.size()), 0);
  for (int64_t epoch = 0; epoch < epochs; ++epoch) {
    for (const int32_t i : Flatten(PlanEpoch(examples, options, epoch))) {
      ++uses[static_cast<std::size_t>(i)];
    }
  }
  return uses;
}

TEST(BatchingTest, WeightsSayHowOftenAnEpochTakesAnExample) {
  const ExampleSet examples = NumberedExamples(300);
  const BatchingOptions options = {.batch_tokens = 100,
                                   .parts = {{.examples = 100, .weight = 2.0},
                                             {.examples = 160, .weight = 0.25},
                                             {.examples = 40, .weight = 1.0}}};
  const std::vector<int> once = CountUses(examples, options, 1);
  const std::vector<int> four = CountUses(examples, options, 4);
  for (std::size_t i = 0; i < 300; ++i) {
    const int expected = i < 100 ? 8 : (i < 260 ? 1 : 4);
    EXPECT_EQ(four[i], expected) << i;
  }
  EXPECT_EQ(std::count(once.begin() + 100, once.begin() + 260, 1), 40);
  EXPECT_EQ(PlanEpoch(examples, options, 2), PlanEpoch(examples, options, 2));
  BatchingOptions other = options;
  other.seed = 2;
  EXPECT_NE(CountUses(examples, other, 1), once);
}

// 0.3 of 50 is 15; 1.5 of 7 is 10.5: no example is ever a turn ahead.
TEST(BatchingTest, FractionsCoverEvenly) {
  const ExampleSet examples = NumberedExamples(57);
  const BatchingOptions options = {.parts = {{.examples = 50, .weight = 0.3},
                                             {.examples = 7, .weight = 1.5}}};
  for (const int64_t epochs : {1, 2, 3, 5, 11}) {
    const std::vector<int> uses = CountUses(examples, options, epochs);
    const auto [low, high] =
        std::minmax_element(uses.begin(), uses.begin() + 50);
    EXPECT_LE(*high - *low, 1) << epochs;
    const auto sum = std::accumulate(uses.begin() + 50, uses.end(), int64_t{0});
    EXPECT_EQ(sum, static_cast<int64_t>(10.5 * static_cast<double>(epochs)));
  }
}

TEST(BatchingTest, WeightsOfOneChangeNothing) {
  const ExampleSet examples = NumberedExamples(60);
  EXPECT_EQ(PlanEpoch(examples,
                      {.batch_tokens = 50,
                       .parts = {{.examples = 20}, {.examples = 40}}},
                      3),
            PlanEpoch(examples, {.batch_tokens = 50}, 3));
}

TEST(BatchingTest, RejectsZero) {
  EXPECT_THAT(ValidateBatchingOptions({.batch_tokens = 0}).message(),
              HasSubstr("batch-tokens is 0"));
  EXPECT_THAT(ValidateBatchingOptions({.sort_window = 0}).message(),
              HasSubstr("sort-window is 0"));
  for (const double weight : {0.0, -1.0, 0.001, 1e9, std::nan("")}) {
    EXPECT_THAT(
        ValidateBatchingOptions({.parts = {{.examples = 9, .weight = weight}}})
            .message(),
        HasSubstr("train-weight is "));
  }
}

}  // namespace
}  // namespace interpres
