#include "model/kernels/counter_random.h"

#include <cmath>
#include <set>

#include "gtest/gtest.h"

namespace interpres {
namespace {

// Part of the format of a training run: other bits are another run.
TEST(CounterRandomTest, BitsAreFixedForever) {
  EXPECT_EQ(MixBits(1), 0x688990c0u);
  EXPECT_EQ(CombineKeys(1, 2), 0x6b3461ac0e6f8a6du);
  EXPECT_EQ(RandomBits(CombineKeys(1, 2), 7), 0x8425d0a6u);
  EXPECT_NE(CombineKeys(1, 2), CombineKeys(2, 1));
}

TEST(CounterRandomTest, UniformOverElements) {
  double sum = 0.0;
  double squares = 0.0;
  constexpr uint32_t kCount = 100000;
  for (uint32_t i = 0; i < kCount; ++i) {
    const double u = RandomUniform(CombineKeys(4, 5), i);
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / kCount, 0.5, 0.004);
  EXPECT_NEAR(squares / kCount, 1.0 / 3.0, 0.004);
}

// Neighbouring keys and neighbouring elements are uncorrelated.
TEST(CounterRandomTest, NeighboursAreIndependent) {
  double keys = 0.0;
  double elements = 0.0;
  constexpr uint32_t kCount = 100000;
  for (uint32_t i = 0; i < kCount; ++i) {
    const double u = RandomUniform(CombineKeys(9, i), 3) - 0.5;
    keys += u * (RandomUniform(CombineKeys(9, i + 1), 3) - 0.5);
    const double v = RandomUniform(77, i) - 0.5;
    elements += v * (RandomUniform(77, i + 1) - 0.5);
  }
  // The standard deviation of either mean is 1 / 12 / sqrt(count) = 0.00026.
  EXPECT_NEAR(keys / kCount, 0.0, 0.0012);
  EXPECT_NEAR(elements / kCount, 0.0, 0.0012);
}

TEST(CounterRandomTest, KeysOfSmallNumbersDiffer) {
  std::set<uint64_t> keys;
  for (uint64_t key = 0; key < 100; ++key) {
    for (uint64_t part = 0; part < 100; ++part) {
      keys.insert(CombineKeys(key, part));
    }
  }
  EXPECT_EQ(keys.size(), 10000u);
}

}  // namespace
}  // namespace interpres
