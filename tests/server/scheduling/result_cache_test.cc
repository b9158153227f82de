#include "server/scheduling/result_cache.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TranslationKey PlainKey(int32_t token) { return {.source = {token, 2}}; }
SharedKey CacheKey(int32_t token) { return MakeSharedKey(PlainKey(token)); }

SharedHypotheses Result(int32_t token, int64_t weights = 0) {
  return std::make_shared<const std::vector<Hypothesis>>(
      1, Hypothesis{.tokens = {token},
                    .token_log_probabilities = {-0.5F},
                    .attention = std::vector<float>(weights)});
}

// The size of an entry with CacheKey and Result.
int64_t EntryBytes() {
  ResultCache cache(int64_t{1} << 20);
  cache.Insert(CacheKey(1), Result(1));
  return cache.bytes();
}

TEST(ResultCacheTest, FindsInsertedResults) {
  ResultCache cache(1 << 20);
  cache.Insert(CacheKey(1), Result(11));
  cache.Insert(CacheKey(2), Result(22));
  ASSERT_NE(cache.Find(CacheKey(1)), nullptr);
  EXPECT_EQ(cache.Find(CacheKey(1))->front().tokens,
            (std::vector<int32_t>{11}));
  EXPECT_EQ(cache.Find(CacheKey(2))->front().tokens,
            (std::vector<int32_t>{22}));
  EXPECT_EQ(cache.Find(CacheKey(3)), nullptr);
}

TEST(ResultCacheTest, EveryPartOfTheKeyCounts) {
  ResultCache cache(1 << 20);
  cache.Insert(CacheKey(1), Result(1));
  TranslationKey other = PlainKey(1);
  other.target_prefix = {9};
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
  other = PlainKey(1);
  other.required = {{.tokens = {9}}};
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
  cache.Insert(MakeSharedKey(other), Result(2));
  EXPECT_NE(cache.Find(MakeSharedKey(other)), nullptr);
  other.required[0].source = {.first = 0, .count = 1};
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
  other = PlainKey(1);
  other.options.length_penalty = 0.5F;
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
  other = PlainKey(1);
  other.options.sampling = SamplingOptions{.seed = 1};
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
  cache.Insert(MakeSharedKey(other), Result(2));
  other.options.sampling->seed = 2;
  EXPECT_EQ(cache.Find(MakeSharedKey(other)), nullptr);
}

TEST(ResultCacheTest, RequiredTokensChangeHashAndSize) {
  TranslationKey first = PlainKey(1);
  first.required = {{.tokens = {8, 9}}};
  TranslationKey second = PlainKey(1);
  second.required = {{.tokens = {9, 8}}};
  EXPECT_NE(MakeSharedKey(first)->hash, CacheKey(1)->hash);
  EXPECT_NE(MakeSharedKey(first)->hash, MakeSharedKey(second)->hash);
  ResultCache cache(1 << 20);
  cache.Insert(MakeSharedKey(first), Result(1));
  EXPECT_GE(cache.bytes(), EntryBytes() + 2 * int64_t{sizeof(int32_t)});
}

TEST(ResultCacheTest, EvictsTheLeastRecentlyUsedEntry) {
  ResultCache cache(3 * EntryBytes());
  for (int32_t token : {1, 2, 3}) {
    cache.Insert(CacheKey(token), Result(token));
  }
  EXPECT_NE(cache.Find(CacheKey(1)), nullptr);
  cache.Insert(CacheKey(4), Result(4));
  EXPECT_EQ(cache.Find(CacheKey(2)), nullptr);
  EXPECT_NE(cache.Find(CacheKey(1)), nullptr);
  EXPECT_NE(cache.Find(CacheKey(3)), nullptr);
  EXPECT_NE(cache.Find(CacheKey(4)), nullptr);
}

TEST(ResultCacheTest, StaysWithinItsMaximumSize) {
  const int64_t most = 5 * EntryBytes() / 2;
  ResultCache cache(most);
  for (int32_t token = 0; token < 100; ++token) {
    cache.Insert(CacheKey(token), Result(token));
    EXPECT_LE(cache.bytes(), most);
  }
  EXPECT_EQ(cache.bytes(), 2 * EntryBytes());
}

TEST(ResultCacheTest, DoesNotKeepAnEntryThatIsTooLarge) {
  ResultCache cache(2 * EntryBytes());
  cache.Insert(CacheKey(1), Result(1));
  cache.Insert(CacheKey(2), Result(2, /*weights=*/10000));
  EXPECT_EQ(cache.Find(CacheKey(2)), nullptr);
  EXPECT_NE(cache.Find(CacheKey(1)), nullptr);
}

TEST(ResultCacheTest, ASecondEqualResultChangesNothing) {
  ResultCache cache(1 << 20);
  const SharedHypotheses first = Result(1);
  cache.Insert(CacheKey(1), first);
  const int64_t bytes = cache.bytes();
  cache.Insert(CacheKey(1), Result(1));
  EXPECT_EQ(cache.bytes(), bytes);
  EXPECT_EQ(cache.Find(CacheKey(1)), first);
}

TEST(ResultCacheTest, SharesKeysAndResultsInsteadOfCopyingThem) {
  ResultCache cache(1 << 20);
  const SharedKey key = CacheKey(1);
  const SharedHypotheses result = Result(1);
  cache.Insert(key, result);
  EXPECT_EQ(cache.Find(key), result);
  EXPECT_GT(key.use_count(), 1);
}

TEST(ResultCacheTest, KeepsAnEvictedResultForItsUsers) {
  ResultCache cache(EntryBytes());
  cache.Insert(CacheKey(1), Result(1));
  const SharedHypotheses found = cache.Find(CacheKey(1));
  cache.Insert(CacheKey(2), Result(2));
  EXPECT_EQ(cache.Find(CacheKey(1)), nullptr);
  EXPECT_EQ(found->front().tokens, (std::vector<int32_t>{1}));
}

TEST(ResultCacheTest, KeepsNothingWithAMaximumOfZero) {
  ResultCache cache(0);
  cache.Insert(CacheKey(1), Result(1));
  EXPECT_EQ(cache.Find(CacheKey(1)), nullptr);
}

}  // namespace
}  // namespace interpres
