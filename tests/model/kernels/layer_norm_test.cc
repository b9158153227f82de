#include "model/kernels/layer_norm.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "model/kernels/reference/layer_norm.h"
#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

constexpr float kEpsilon = 1e-5f;

TEST(LayerNormTest, AgreesWithTwinOnOddWidths) {
  for (const int64_t width : {1, 2, 7, 16, 17, 31, 64, 100, 512, 1021}) {
    for (const int64_t rows : {1, 3, 5}) {
      SCOPED_TRACE(testing::Message() << rows << " x " << width);
      const std::vector<float> gain = RandomFloats(width, 1);
      const std::vector<float> bias = RandomFloats(width, 2);
      std::vector<float> got = RandomFloats(rows * width, 3, 5.0f);
      for (float& value : got) {
        value += 100.0f;  // E[x^2] - E[x]^2 would lose its digits
      }
      std::vector<float> want = got;
      LayerNormInPlace(gain, bias, kEpsilon, rows, got.data());
      reference::LayerNormInPlace(gain, bias, kEpsilon, rows, want.data());
      for (std::size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got[i], want[i], 1e-4f) << "element " << i;
      }
    }
  }
}

TEST(LayerNormTest, RowsAreIndependentToTheLastBit) {
  const int64_t width = 100;
  const std::vector<float> gain = RandomFloats(width, 1);
  const std::vector<float> bias = RandomFloats(width, 2);
  std::vector<float> together = RandomFloats(4 * width, 3);
  std::vector<float> alone = together;
  LayerNormInPlace(gain, bias, kEpsilon, 4, together.data());
  for (int64_t row = 0; row < 4; ++row) {
    LayerNormInPlace(gain, bias, kEpsilon, 1, alone.data() + row * width);
  }
  EXPECT_EQ(together, alone);
}

TEST(LayerNormTest, ConstantRowBecomesTheBias) {
  std::vector<float> row(20, 3.0f);
  const std::vector<float> bias = RandomFloats(20, 2);
  LayerNormInPlace(std::vector<float>(20, 1.0f), bias, kEpsilon, 1, row.data());
  EXPECT_EQ(row, bias);
}

// Rows of variance 1e-6, which the epsilon changes most: 1 / sqrt(1 + 1) and
// 1 / sqrt(1 + 10).
TEST(LayerNormTest, AddsTheEpsilonToTheVariance) {
  const std::vector<float> gain(2, 1.0f);
  const std::vector<float> bias(2, 0.0f);
  std::vector<float> row = {1e-3f, -1e-3f};
  LayerNormInPlace(gain, bias, 1e-6f, 1, row.data());
  EXPECT_NEAR(row[0], 0.70710678f, 1e-5f);
  row = {1e-3f, -1e-3f};
  LayerNormInPlace(gain, bias, 1e-5f, 1, row.data());
  EXPECT_NEAR(row[0], 0.30151134f, 1e-5f);
}

}  // namespace
}  // namespace interpres
