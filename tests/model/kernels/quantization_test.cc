#include "model/kernels/quantization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

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

TEST(QuantizeRowsTest, TiesGoToEvenAndRowsOfZerosStayZero) {
  const std::vector<float> values = {127.0f, 0.5f, 1.5f, -2.5f,
                                     0.0f,   0.0f, 0.0f, 0.0f};
  std::vector<int8_t> quantized(8, 1);
  std::vector<float> scales(2, 1.0f);
  QuantizeRows(values.data(), 2, 4, quantized.data(), scales.data());
  EXPECT_THAT(quantized, ElementsAre(127, 0, 2, -2, 0, 0, 0, 0));
  EXPECT_THAT(scales, ElementsAre(1.0f, 0.0f));
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
