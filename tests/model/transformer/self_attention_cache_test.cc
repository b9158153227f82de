#include "model/transformer/self_attention_cache.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"

namespace interpres {
namespace {

const std::vector<int32_t> kTokens = {3, 4, 0};

Admission AdmissionOf(int32_t slot, int32_t beam_size, int32_t max_length) {
  return MakeAdmission({.slot = slot,
                        .source = kTokens,
                        .beam_size = beam_size,
                        .max_length = max_length});
}

class SelfAttentionCacheTest : public testing::Test {
 protected:
  // 3 slots, 12 hypotheses, 40 blocks of 16 cache positions.
  SelfAttentionCache Cache() const {
    return {config_,
            {.max_sentences = 3,
             .max_rows = 12,
             .max_source_tokens = 48,
             .max_cache_positions = 640},
            ComputeType::kFloat32};
  }

  // Moves the slot's whole beam on; hypothesis b continues parents[b].
  static void Advance(int32_t slot, const std::vector<int32_t>& parents,
                      int32_t position, SelfAttentionCache& cache) {
    std::vector<Row> rows;
    for (const int32_t parent : parents) {
      rows.push_back({.slot = slot,
                      .beam = static_cast<int32_t>(rows.size()),
                      .parent_beam = parent,
                      .position = position});
    }
    cache.Advance(rows);
  }

  // The positions that the slot takes in `steps` steps of 4 hypotheses that
  // continue `parents`.
  static std::set<int64_t> CachePositionsOf(int32_t slot,
                                            const std::vector<int32_t>& parents,
                                            int32_t steps,
                                            SelfAttentionCache& cache) {
    std::set<int64_t> cache_positions;
    for (int32_t position = 0; position < steps; ++position) {
      Advance(slot, parents, position, cache);
      for (std::size_t row = 0; row < parents.size(); ++row) {
        cache_positions.insert(
            cache.NewestCachePosition(static_cast<int64_t>(row)));
      }
    }
    return cache_positions;
  }

  const ModelConfig config_ = OddModelConfig();
};

TEST_F(SelfAttentionCacheTest, PlacesWithoutDescendantsAreUsedAgain) {
  SelfAttentionCache cache = Cache();
  cache.Reserve(AdmissionOf(0, 4, 40));
  // 40 ancestors of the best one, and 3 others beside it.
  EXPECT_EQ(CachePositionsOf(0, {0, 0, 0, 0}, 40, cache).size(), 43u);
}

TEST_F(SelfAttentionCacheTest, TheWorstCaseIsReserved) {
  SelfAttentionCache cache = Cache();
  for (int32_t slot = 0; slot < 3; ++slot) {
    cache.Reserve(AdmissionOf(slot, 4, 48));
  }
  EXPECT_EQ(cache.free_blocks(), 40 - 3 * 12);
  for (int32_t slot = 0; slot < 3; ++slot) {
    EXPECT_EQ(CachePositionsOf(slot, {0, 1, 2, 3}, 48, cache).size(), 4u * 48);
    EXPECT_EQ(cache.free_blocks(), 40 - 3 * 12);
  }
}

TEST_F(SelfAttentionCacheTest, ASlotThatIsReusedHasItsWorstCaseAgain) {
  SelfAttentionCache cache = Cache();
  cache.Reserve(AdmissionOf(0, 4, 48));
  const std::set<int64_t> first = CachePositionsOf(0, {0, 1, 2, 3}, 48, cache);
  EXPECT_EQ(CachePositionsOf(0, {0, 1, 2, 3}, 48, cache), first);
}

TEST_F(SelfAttentionCacheTest, BlocksThatWereUsedBeforeAreTakenFirst) {
  SelfAttentionCache cache = Cache();
  std::set<int64_t> cache_positions;
  for (int32_t sentence = 0; sentence < 20; ++sentence) {
    const int32_t slot = sentence % 3;
    cache.Release(slot);
    cache.Reserve(AdmissionOf(slot, 4, 40));
    cache_positions.merge(CachePositionsOf(slot, {0, 0, 0, 0}, 40, cache));
  }
  // Three concurrent sentences, 43 positions in 3 blocks each.
  EXPECT_LE(cache_positions.size(), 3u * 3 * 16);
}

// Each hypothesis sees the values that were stored for its ancestors, even if
// other positions were used again meanwhile.
TEST_F(SelfAttentionCacheTest, EveryHypothesisSeesItsOwnAncestors) {
  SelfAttentionCache cache = Cache();
  std::mt19937 random(7);
  const auto below = [&random](int32_t limit) {
    return static_cast<int32_t>(random() % static_cast<uint32_t>(limit));
  };
  struct Beam {
    int32_t size = 0;
    int32_t max_length = 0;
    int32_t position = 0;
    std::vector<std::vector<float>> histories;
  };
  std::vector<Beam> beams(3);
  const int64_t d_model = config_.d_model;
  float next = 1.0f;
  for (int32_t step = 0; step < 2'000; ++step) {
    const int32_t slot = below(3);
    Beam& beam = beams[slot];
    if (beam.size == 0 || beam.position == beam.max_length || below(30) == 0) {
      cache.Release(slot);
      const int32_t size = 1 + below(4);
      const int32_t max_length = 1 + below(48);
      beam = {size, max_length, 0, std::vector<std::vector<float>>(size)};
      cache.Reserve(AdmissionOf(slot, size, max_length));
    }
    std::vector<Row> rows;
    std::vector<std::vector<float>> histories(beam.size);
    const int32_t parents = static_cast<int32_t>(beam.histories.size());
    for (int32_t b = 0; b < beam.size; ++b) {
      const int32_t parent = beam.position == 0 ? 0 : below(parents);
      rows.push_back({.slot = slot,
                      .beam = b,
                      .parent_beam = parent,
                      .position = beam.position});
      histories[b] = beam.histories[parent];
    }
    cache.Advance(rows);
    for (int32_t b = 0; b < beam.size; ++b) {
      const std::vector<float> key_value(2 * d_model, next);
      histories[b].push_back(next);
      next += 1.0f;
      cache.Store(0, cache.NewestCachePosition(b), key_value.data());
    }
    for (int32_t b = 0; b < beam.size; ++b) {
      const AttentionKeys keys = cache.Keys(0, b);
      std::vector<float> seen;
      for (int64_t t = 0; t < keys.length; ++t) {
        seen.push_back(keys.keys[keys.index[t] * keys.stride]);
        EXPECT_EQ(keys.values[keys.index[t] * keys.stride], seen.back());
      }
      ASSERT_EQ(seen, histories[b]) << "step " << step << ", hypothesis " << b;
    }
    beam.histories = histories;
    ++beam.position;
  }
}

}  // namespace
}  // namespace interpres
