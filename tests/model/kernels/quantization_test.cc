#include "model/kernels/quantization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/kernels/reference/quantization.h"
#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr float kDenormal = std::numeric_limits<float>::denorm_min();

TEST(QuantizeRowsTest, TheLargestMagnitudeIs127) {
  // Widths around the lanes of every instruction set.
  for (const int64_t width : {1, 3, 4, 7, 8, 15, 16, 17, 64, 67}) {
    const std::vector<float> values = RandomFloats(3 * width, 21);
    std::vector<int8_t> quantized(3 * width);
    std::vector<float> scales(3);
    QuantizeRows(values.data(), 3, width, quantized.data(), scales.data());
    for (int64_t r = 0; r < 3; ++r) {
      const auto row = values.begin() + r * width;
      float largest = 0.0f;
      std::for_each(row, row + width, [&largest](float value) {
        largest = std::max(largest, std::abs(value));
      });
      ASSERT_FLOAT_EQ(scales[r], largest / 127.0f);
      int most = 0;
      for (int64_t i = 0; i < width; ++i) {
        const int8_t got = quantized[r * width + i];
        most = std::max(most, std::abs(int{got}));
        ASSERT_NEAR(got, row[i] / scales[r], 0.501f) << width << " " << i;
      }
      ASSERT_EQ(most, 127);
    }
  }
}

// 127 / 3.7e-37 is the largest float: the rows on both sides of it, and rows of
// denormal values only.
TEST(QuantizeRowsTest, EqualsTwinOnOddWidthsFromDenormalToHuge) {
  for (const int64_t width : {1, 3, 4, 7, 8, 15, 16, 17, 64, 67}) {
    for (const float magnitude : {1.0f, 1e37f, 1e-30f, 4e-37f, 3.7e-37f, 3e-37f,
                                  1e-38f, 1e-40f, 4 * kDenormal, kDenormal}) {
      SCOPED_TRACE(testing::Message() << magnitude << " x " << width);
      std::vector<float> values = RandomFloats(3 * width, 22);
      for (float& value : values) {
        value = std::clamp(value, -1.0f, 1.0f) * magnitude;
      }
      std::vector<int8_t> got(3 * width, 1);
      std::vector<int8_t> want(3 * width, 2);
      std::vector<float> got_scales(3, 1.0f);
      std::vector<float> want_scales(3, 2.0f);
      QuantizeRows(values.data(), 3, width, got.data(), got_scales.data());
      reference::QuantizeRows(values.data(), 3, width, want.data(),
                              want_scales.data());
      ASSERT_THAT(got, ElementsAreArray(want));
      ASSERT_THAT(got_scales, ElementsAreArray(want_scales));
    }
  }
}

TEST(QuantizeRowsTest, RowsTooSmallForAScaleAreZeros) {
  const std::vector<float> values = {0.0f, kDenormal, -kDenormal, 0.0f, 3e-37f};
  std::vector<int8_t> quantized(5, 1);
  float scale = 1.0f;
  QuantizeRows(values.data(), 1, 5, quantized.data(), &scale);
  EXPECT_THAT(quantized, Each(0));
  EXPECT_EQ(scale, 0.0f);
}

// Also where the value is not finite and its byte says nothing.
TEST(QuantizeRowsTest, TheByteOfAValueDoesNotDependOnItsColumn) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float value : {2.0f, nan, infinity, -infinity}) {
    // The last columns do not fill a vector.
    std::vector<float> values(67, value);
    values[0] = 3.0f;
    std::vector<int8_t> quantized(67);
    float scale = 0.0f;
    QuantizeRows(values.data(), 1, 67, quantized.data(), &scale);
    quantized.erase(quantized.begin());
    EXPECT_THAT(quantized, Each(quantized.front())) << value;
  }
}

TEST(QuantizeRowsTest, TiesGoToEvenAndRowsOfZerosStayZero) {
  const std::vector<float> values = {127.0f, 0.5f, 1.5f, -2.5f,
                                     0.0f,   0.0f, 0.0f, 0.0f};
  std::vector<int8_t> quantized(8, 1);
  std::vector<float> scales(2, 1.0f);
  QuantizeRows(values.data(), 2, 4, quantized.data(), scales.data());
  EXPECT_THAT(quantized, ElementsAre(127, 0, 2, -2, 0, 0, 0, 0));
  EXPECT_THAT(scales, ElementsAre(1.0f, 0.0f));
}

TEST(QuantizeRowsByTest, EqualsTwinOnOddWidths) {
  // The largest values of the second row exceed the range.
  const std::vector<float> multipliers = {40.0f, 200.0f, 1e-3f};
  for (const int64_t width : {1, 3, 4, 7, 8, 15, 16, 17, 64, 67}) {
    const std::vector<float> values = RandomFloats(3 * width, 23);
    std::vector<int8_t> got(3 * width, 1);
    std::vector<int8_t> want(3 * width, 2);
    QuantizeRowsBy(multipliers, values.data(), width, got.data());
    reference::QuantizeRowsBy(multipliers, values.data(), width, want.data());
    ASSERT_THAT(got, ElementsAreArray(want)) << width;
  }
}

TEST(QuantizeRowsByTest, TiesGoToEvenAndTheRangeIsSymmetric) {
  const std::vector<float> values = {0.25f, 0.75f, -1.25f, 100.0f, -100.0f};
  std::vector<int8_t> quantized(5);
  const float multiplier = 2.0f;
  QuantizeRowsBy({&multiplier, 1}, values.data(), 5, quantized.data());
  EXPECT_THAT(quantized, ElementsAre(0, 2, -2, 127, -127));
}

TEST(QuantizeRowsByTest, BytesOfAFileComeBack) {
  std::vector<float> values;
  const float multiplier = 1234.567f;
  for (int byte = -127; byte <= 127; ++byte) {
    values.push_back(static_cast<float>(byte) / multiplier);
  }
  std::vector<int8_t> quantized(values.size());
  QuantizeRowsBy({&multiplier, 1}, values.data(),
                 static_cast<int64_t>(values.size()), quantized.data());
  for (int byte = -127; byte <= 127; ++byte) {
    EXPECT_EQ(quantized[byte + 127], byte);
  }
}

TEST(DequantizeProductsTest, WritesNoOtherColumn) {
  const int64_t columns = 19;
  const std::vector<int32_t> products(2 * columns, 10);
  const std::vector<float> row_scales = {2.0f, 3.0f};
  const std::vector<float> column_scales(columns, 0.5f);
  const std::vector<float> bias(columns, 1.0f);
  std::vector<float> output(2 * 40, -7.0f);
  DequantizeProducts({.products = products.data(),
                      .rows = 2,
                      .row_scales = row_scales,
                      .column_scales = column_scales,
                      .bias = bias},
                     {.accumulate = true}, output.data() + 4, 40);
  const auto part = [&output](int64_t from, int64_t to) {
    return std::vector<float>(output.begin() + from, output.begin() + to);
  };
  EXPECT_THAT(part(0, 4), Each(-7.0f));
  EXPECT_THAT(part(4, 23), Each(10.0f * 2.0f * 0.5f + 1.0f - 7.0f));
  EXPECT_THAT(part(23, 44), Each(-7.0f));
  EXPECT_THAT(part(44, 63), Each(10.0f * 3.0f * 0.5f + 1.0f - 7.0f));
  EXPECT_THAT(part(63, 80), Each(-7.0f));
}

}  // namespace
}  // namespace interpres
