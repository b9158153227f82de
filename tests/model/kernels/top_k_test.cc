#include "model/kernels/top_k.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "model/kernels/reference/top_k.h"

namespace interpres {
namespace {

struct Result {
  std::vector<int32_t> ids;
  std::vector<float> log_probabilities;
};

Result Choose(const std::vector<float>& logits,
              const std::vector<int32_t>& suppressed, int32_t k) {
  Result result{std::vector<int32_t>(k, -1), std::vector<float>(k, 7.0f)};
  TopKLogSoftmax(logits, suppressed, k, result.ids, result.log_probabilities);
  return result;
}

TEST(TopKTest, AgreesWithTwinOnOddSizes) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0.0f, 4.0f);
  for (const int32_t size : {1, 2, 15, 16, 17, 31, 33, 100, 1003, 32001}) {
    std::vector<float> logits(size);
    for (float& logit : logits) {
      logit = normal(random);
    }
    const std::vector<int32_t> suppressed =
        size < 4 ? std::vector<int32_t>{}
                 : std::vector<int32_t>{size - 1, 0, size / 2, size / 2};
    for (const int32_t k : {1, 2, 8, 32}) {
      if (k > size) {
        continue;
      }
      SCOPED_TRACE(testing::Message() << "size " << size << ", k " << k);
      const Result got = Choose(logits, suppressed, k);
      Result want{std::vector<int32_t>(k), std::vector<float>(k)};
      reference::TopKLogSoftmax(logits, suppressed, k, want.ids,
                                want.log_probabilities);
      EXPECT_EQ(got.ids, want.ids);
      for (int32_t i = 0; i < k; ++i) {
        if (std::isinf(want.log_probabilities[i])) {
          EXPECT_EQ(got.log_probabilities[i], want.log_probabilities[i]);
        } else {
          EXPECT_NEAR(got.log_probabilities[i], want.log_probabilities[i],
                      1e-5f);
        }
      }
    }
  }
}

TEST(TopKTest, TheMaximumMayRiseToTheEnd) {
  std::vector<float> logits(6000);
  for (std::size_t i = 0; i < logits.size(); ++i) {
    logits[i] = i < 2500 ? -std::numeric_limits<float>::infinity()
                         : 0.02f * static_cast<float>(i);
  }
  const Result got = Choose(logits, {}, 3);
  Result want{std::vector<int32_t>(3), std::vector<float>(3)};
  reference::TopKLogSoftmax(logits, {}, 3, want.ids, want.log_probabilities);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{5999, 5998, 5997}));
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(got.log_probabilities[i], want.log_probabilities[i], 2e-5f);
  }
}

TEST(TopKTest, TiesGoToTheLowerId) {
  std::vector<float> logits(70, 0.0f);
  logits[69] = logits[33] = logits[3] = 2.0f;
  const Result got = Choose(logits, {}, 5);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{3, 33, 69, 0, 1}));
}

TEST(TopKTest, SuppressedIdsComeLastAndTakeNoMass) {
  const Result got = Choose({0.0f, 50.0f, 0.0f}, {1}, 3);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{0, 2, 1}));
  EXPECT_NEAR(got.log_probabilities[0], -std::log(2.0f), 1e-6f);
  EXPECT_NEAR(got.log_probabilities[1], -std::log(2.0f), 1e-6f);
  EXPECT_EQ(got.log_probabilities[2], -std::numeric_limits<float>::infinity());
}

TEST(TopKTest, EverythingSuppressed) {
  const Result got = Choose({1.0f, 2.0f}, {0, 1}, 2);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{0, 1}));
  EXPECT_TRUE(std::isinf(got.log_probabilities[0]));
  EXPECT_TRUE(std::isinf(got.log_probabilities[1]));
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// In order of size, so that the last ids are the best.
std::vector<float> RisingLogits(int32_t size) {
  std::vector<float> logits(size);
  for (int32_t id = 0; id < size; ++id) {
    logits[id] = 0.1f * static_cast<float>(id);
  }
  return logits;
}

// Ids in the vectors, and in the rest behind the vectors.
constexpr int32_t kSize = 70;

TEST(TopKTest, NaNIsNotChosenAndTakesNoMass) {
  for (int32_t at = 0; at < kSize; ++at) {
    for (const float nan : {kNaN, -kNaN}) {
      SCOPED_TRACE(testing::Message() << nan << " at " << at);
      std::vector<float> logits = RisingLogits(kSize);
      logits[at] = nan;
      const Result got = Choose(logits, {}, 4);
      Result want{std::vector<int32_t>(4), std::vector<float>(4)};
      reference::TopKLogSoftmax(logits, {}, 4, want.ids,
                                want.log_probabilities);
      EXPECT_EQ(got.ids, want.ids);
      for (int32_t i = 0; i < 4; ++i) {
        EXPECT_NE(got.ids[i], at);
        EXPECT_NEAR(got.log_probabilities[i], want.log_probabilities[i], 1e-5f);
      }
    }
  }
}

TEST(TopKTest, InfinityIsNotChosenAndTakesAllMass) {
  for (int32_t at = 0; at < kSize; ++at) {
    SCOPED_TRACE(testing::Message() << "at " << at);
    std::vector<float> logits = RisingLogits(kSize);
    logits[at] = kInfinity;
    logits[(at + 35) % kSize] = kNaN;
    const Result got = Choose(logits, {}, 4);
    for (int32_t i = 0; i < 4; ++i) {
      EXPECT_NE(got.ids[i], at);
      EXPECT_NE(got.ids[i], (at + 35) % kSize);
      EXPECT_GE(got.ids[i], kSize - 6);
      EXPECT_EQ(got.log_probabilities[i], -kInfinity);
    }
  }
}

TEST(TopKTest, WithoutFiniteLogitsTheLowestIdsAreChosen) {
  for (const float bad : {kNaN, kInfinity}) {
    for (const int32_t size : {3, kSize}) {
      const Result got = Choose(std::vector<float>(size, bad), {}, 3);
      EXPECT_EQ(got.ids, (std::vector<int32_t>{0, 1, 2}));
      for (const float log_probability : got.log_probabilities) {
        EXPECT_EQ(log_probability, -kInfinity);
      }
    }
  }
  std::vector<float> logits(kSize, kNaN);
  logits[20] = -5.0f;
  const Result got = Choose(logits, {}, 3);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{20, 0, 1}));
  EXPECT_EQ(got.log_probabilities[0], 0.0f);
}

TEST(TopKTest, HugeLogitsDoNotOverflow) {
  const Result got = Choose({3.0e4f, 1.0e4f, -3.0e4f}, {}, 2);
  EXPECT_EQ(got.ids, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(got.log_probabilities[0], 0.0f);
  EXPECT_NEAR(got.log_probabilities[1], -2.0e4f, 1.0f);
}

}  // namespace
}  // namespace interpres
