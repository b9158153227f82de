#include "model/kernels/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "model/kernels/counter_random.h"
#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

int64_t Draw(const std::vector<float>& logits, const SamplingRule& rule,
             const std::vector<int32_t>& suppressed = {}) {
  std::vector<int32_t> scratch(logits.size());
  return DrawIndex(logits, suppressed, rule, scratch);
}

// The probability of every index, by the definition.
std::vector<double> Reference(const std::vector<float>& logits,
                              const SamplingRule& rule,
                              const std::vector<int32_t>& suppressed) {
  std::vector<double> p(logits.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] =
        std::isfinite(logits[i]) ? std::exp(logits[i] / rule.temperature) : 0.0;
  }
  for (const int32_t id : suppressed) {
    p[id] = 0.0;
  }
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] > p[b]; });
  const std::size_t most = rule.top_k > 0 ? rule.top_k : p.size();
  for (std::size_t i = most; i < order.size(); ++i) {
    p[order[i]] = 0.0;
  }
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  double before = 0.0;
  for (const std::size_t id : order) {
    const double mass = p[id];
    p[id] = before < rule.top_p * total ? mass : 0.0;
    before += mass;
  }
  const double kept = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& value : p) {
    value /= kept;
  }
  return p;
}

// A grid of random numbers: each index is drawn in proportion.
TEST(DrawIndexTest, SharesAreTheProbabilities) {
  constexpr int kGrid = 4000;
  const std::vector<int32_t> suppressed = {1, 4};
  std::vector<float> logits = {0.5f, 9.0f, -1.0f,      2.0f, 9.0f,
                               2.0f, 1.0f, -kInfinity, 0.0f, -3.0f};
  for (const double temperature : {0.3, 1.0, 2.5}) {
    for (const int32_t top_k : {0, 1, 3, 100}) {
      for (const double top_p : {1.0, 0.9, 0.5, 1e-6}) {
        SamplingRule rule{
            .temperature = temperature, .top_k = top_k, .top_p = top_p};
        std::vector<double> shares(logits.size(), 0.0);
        for (int i = 0; i < kGrid; ++i) {
          rule.uniform = (i + 0.5) / kGrid;
          shares[Draw(logits, rule, suppressed)] += 1.0 / kGrid;
        }
        const auto expected = Reference(logits, rule, suppressed);
        for (std::size_t id = 0; id < shares.size(); ++id) {
          EXPECT_NEAR(shares[id], expected[id], 2.0 / kGrid)
              << "index " << id << ", temperature " << temperature << ", top_k "
              << top_k << ", top_p " << top_p;
          // A token that is cut is never drawn, not even rarely.
          EXPECT_FALSE(shares[id] > 0.0 && expected[id] == 0.0) << id;
        }
      }
    }
  }
}

// Large rows: what is drawn has a probability at all, the cuts cut.
TEST(DrawIndexTest, CutsOfLargeRows) {
  const std::vector<float> logits = RandomFloats(5000, 3, 1.0f);
  for (const int32_t top_k : {0, 40, 1000}) {
    for (const double top_p : {1.0, 0.95, 0.3}) {
      SamplingRule rule{.top_k = top_k, .top_p = top_p};
      const auto expected = Reference(logits, rule, {});
      std::vector<int> drawn(logits.size(), 0);
      for (uint32_t i = 0; i < 300; ++i) {
        rule.uniform = RandomUniform(7, i);
        const int64_t id = Draw(logits, rule);
        EXPECT_GT(expected[id], 0.0);
        ++drawn[id];
      }
      EXPECT_GT(std::count_if(drawn.begin(), drawn.end(),
                              [](int count) { return count > 0; }),
                3);
    }
  }
}

TEST(DrawIndexTest, NothingFiniteIsNothing) {
  EXPECT_EQ(Draw({-kInfinity, -kInfinity}, {}), -1);
  EXPECT_EQ(Draw({1.0f, 2.0f}, {}, {0, 1}), -1);
  EXPECT_EQ(Draw({1.0f, std::numeric_limits<float>::quiet_NaN()}, {}), 0);
  EXPECT_EQ(Draw({-kInfinity, 3.0f}, {.top_k = 2, .top_p = 0.5}), 1);
}

TEST(DrawIndexTest, ExtremesStayInRange) {
  const std::vector<float> logits = {100.0f, -100.0f, 99.0f};
  EXPECT_EQ(Draw(logits, {.temperature = 0.01, .uniform = 1.0 - 1e-12}), 0);
  EXPECT_EQ(Draw(logits, {.temperature = 10.0, .uniform = 1.0 - 1e-12}), 2);
  EXPECT_EQ(Draw(logits, {.uniform = 1e-12}), 0);
}

}  // namespace
}  // namespace interpres
