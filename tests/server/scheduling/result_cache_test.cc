#include "server/scheduling/result_cache.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TranslationKey Key(int32_t token) { return {.source = {token, 2}}; }

std::vector<Hypothesis> Result(int32_t token) {
  return {Hypothesis{.tokens = {token}, .token_log_probabilities = {-0.5F}}};
}

// What one entry of the two above takes.
int64_t EntryBytes() {
  ResultCache cache(int64_t{1} << 20);
  cache.Insert(Key(1), Result(1));
  return cache.bytes();
}

TEST(ResultCacheTest, FindsWhatWasInserted) {
  ResultCache cache(1 << 20);
  cache.Insert(Key(1), Result(11));
  cache.Insert(Key(2), Result(22));
  ASSERT_NE(cache.Find(Key(1)), nullptr);
  EXPECT_EQ(cache.Find(Key(1))->front().tokens, (std::vector<int32_t>{11}));
  EXPECT_EQ(cache.Find(Key(2))->front().tokens, (std::vector<int32_t>{22}));
  EXPECT_EQ(cache.Find(Key(3)), nullptr);
}

TEST(ResultCacheTest, EveryPartOfTheKeyCounts) {
  ResultCache cache(1 << 20);
  cache.Insert(Key(1), Result(1));
  TranslationKey other = Key(1);
  other.target_prefix = {9};
  EXPECT_EQ(cache.Find(other), nullptr);
  other = Key(1);
  other.options.length_penalty = 0.5F;
  EXPECT_EQ(cache.Find(other), nullptr);
  other = Key(1);
  other.options.sampling = SamplingOptions{.seed = 1};
  EXPECT_EQ(cache.Find(other), nullptr);
  cache.Insert(other, Result(2));
  other.options.sampling->seed = 2;
  EXPECT_EQ(cache.Find(other), nullptr);
}

TEST(ResultCacheTest, ForgetsWhatWasNotUsedForLongest) {
  ResultCache cache(3 * EntryBytes());
  for (int32_t token : {1, 2, 3}) {
    cache.Insert(Key(token), Result(token));
  }
  EXPECT_NE(cache.Find(Key(1)), nullptr);
  cache.Insert(Key(4), Result(4));
  EXPECT_EQ(cache.Find(Key(2)), nullptr);
  EXPECT_NE(cache.Find(Key(1)), nullptr);
  EXPECT_NE(cache.Find(Key(3)), nullptr);
  EXPECT_NE(cache.Find(Key(4)), nullptr);
}

TEST(ResultCacheTest, StaysWithinItsBytes) {
  const int64_t most = 5 * EntryBytes() / 2;
  ResultCache cache(most);
  for (int32_t token = 0; token < 100; ++token) {
    cache.Insert(Key(token), Result(token));
    EXPECT_LE(cache.bytes(), most);
  }
  EXPECT_EQ(cache.bytes(), 2 * EntryBytes());
}

TEST(ResultCacheTest, DoesNotKeepWhatIsTooLarge) {
  ResultCache cache(2 * EntryBytes());
  cache.Insert(Key(1), Result(1));
  std::vector<Hypothesis> large = Result(2);
  large.front().attention.resize(10000);
  cache.Insert(Key(2), large);
  EXPECT_EQ(cache.Find(Key(2)), nullptr);
  EXPECT_NE(cache.Find(Key(1)), nullptr);
}

TEST(ResultCacheTest, ASecondEqualResultChangesNothing) {
  ResultCache cache(1 << 20);
  cache.Insert(Key(1), Result(1));
  const int64_t bytes = cache.bytes();
  cache.Insert(Key(1), Result(1));
  EXPECT_EQ(cache.bytes(), bytes);
}

TEST(ResultCacheTest, WithoutRoomItKeepsNothing) {
  ResultCache cache(0);
  cache.Insert(Key(1), Result(1));
  EXPECT_EQ(cache.Find(Key(1)), nullptr);
}

}  // namespace
}  // namespace interpres
