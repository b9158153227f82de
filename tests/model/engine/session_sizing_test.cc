#include "model/engine/session_sizing.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(SessionSizingTest, WeightsThatStayInTheCachesNeedFewSentences) {
  const int32_t small = DefaultSlots(8 << 20);
  const int32_t large = DefaultSlots(24 << 20);
  EXPECT_GE(small, 1);
  EXPECT_LT(small, large);
}

TEST(SessionSizingTest, GivenSizesStay) {
  const int64_t bytes = 60 << 20;
  const EngineOptions none = ResolveEngineOptions({}, bytes);
  EXPECT_EQ(none.slots, DefaultSlots(bytes));
  EXPECT_EQ(none.max_rows, 4 * none.slots);
  EXPECT_EQ(ResolveEngineOptions({.slots = 3}, bytes).max_rows, 12);
  const EngineOptions both =
      ResolveEngineOptions({.slots = 3, .max_rows = 5}, bytes);
  EXPECT_EQ(both.slots, 3);
  EXPECT_EQ(both.max_rows, 5);
}

TEST(SessionSizingTest, FitsAllRowsAtTheDefaultLengthWithinTheBudget) {
  ModelConfig config;
  GenerationConfig generation;
  config.d_model = 64;
  const auto type = ComputeType::kFloat32;
  const EngineOptions engine = {.slots = 32, .max_rows = 128};
  SessionOptions options = SizeSession(config, generation, engine, type);
  EXPECT_EQ(options.max_cache_positions, 128 * 256);
  EXPECT_EQ(options.max_source_tokens, 32 * 128);
  config.d_model = 1024;  // 6 x 2 x 1024 x 4 bytes: 48 KiB
  options = SizeSession(config, generation, engine, type);
  EXPECT_EQ(options.max_cache_positions, kCacheBudgetBytes / (48 << 10));
  // Keys and values in bfloat16 take half of that.
  options = SizeSession(config, generation, engine, ComputeType::kInt8);
  EXPECT_EQ(options.max_cache_positions, kCacheBudgetBytes / (24 << 10));
  config.max_position_embeddings = 1000;
  options = SizeSession(config, generation, {.slots = 1, .max_rows = 64}, type);
  EXPECT_EQ(options.max_cache_positions, 16 * 1008);
  EXPECT_EQ(options.max_source_tokens, 1008);
}

}  // namespace
}  // namespace interpres
