#include "model/checkpoint/float_conversion.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace interpres {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The definition of binary16, in exact double arithmetic.
double HalfByDefinition(uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1f;
  const int mantissa = bits & 0x3ff;
  const double magnitude = exponent == 0
                               ? std::ldexp(mantissa, -24)
                               : std::ldexp(mantissa + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

bool IsFiniteHalf(uint32_t bits) { return ((bits >> 10) & 0x1f) != 0x1f; }

TEST(FloatConversionTest, EveryHalfIsItsDefinitionAndRoundTrips) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = HalfToFloat(half);
    if (IsFiniteHalf(bits)) {
      ASSERT_EQ(static_cast<double>(value), HalfByDefinition(half)) << bits;
      ASSERT_EQ(FloatToHalf(value), half) << bits;
    } else {
      ASSERT_EQ(std::isnan(value), (bits & 0x3ff) != 0) << bits;
      ASSERT_FALSE(std::isfinite(value)) << bits;
    }
  }
}

TEST(FloatConversionTest, HalfRoundsToTheNearestEven) {
  // Between every two neighbours: the middle goes to the even one, and one
  // float32 step off the middle goes to the nearer one.
  for (uint16_t low = 0; low < 0x7bff; ++low) {
    const auto high = static_cast<uint16_t>(low + 1);
    const float middle = (HalfToFloat(low) + HalfToFloat(high)) / 2.0f;
    ASSERT_EQ(FloatToHalf(middle), low % 2 == 0 ? low : high) << low;
    ASSERT_EQ(FloatToHalf(std::nextafter(middle, 0.0f)), low) << low;
    ASSERT_EQ(FloatToHalf(std::nextafter(middle, kInfinity)), high) << low;
    ASSERT_EQ(FloatToHalf(-middle), 0x8000 | FloatToHalf(middle)) << low;
  }
}

TEST(FloatConversionTest, HalfOverflowAndSpecials) {
  EXPECT_EQ(FloatToHalf(65504.0f), 0x7bff);
  EXPECT_EQ(FloatToHalf(65519.996f), 0x7bff);
  EXPECT_EQ(FloatToHalf(65520.0f), 0x7c00);
  EXPECT_EQ(FloatToHalf(1e30f), 0x7c00);
  EXPECT_EQ(FloatToHalf(-kInfinity), 0xfc00);
  EXPECT_EQ(FloatToHalf(-0.0f), 0x8000);
  EXPECT_EQ(FloatToHalf(1e-40f), 0);
  EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(std::nanf("1")))));
}

TEST(FloatConversionTest, BFloat16RoundsToTheNearestEven) {
  EXPECT_EQ(FloatToBFloat16(1.0f), 0x3f80);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f808000u)), 0x3f80);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f818000u)), 0x3f82);
  EXPECT_EQ(FloatToBFloat16(std::bit_cast<float>(0x3f808001u)), 0x3f81);
  EXPECT_EQ(FloatToBFloat16(std::numeric_limits<float>::max()), 0x7f80);
  // A NaN whose payload is only in the low bits must not become infinity.
  EXPECT_TRUE(std::isnan(
      BFloat16ToFloat(FloatToBFloat16(std::bit_cast<float>(0x7f800001u)))));
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    const float value = BFloat16ToFloat(static_cast<uint16_t>(bits));
    if (!std::isnan(value)) {
      ASSERT_EQ(FloatToBFloat16(value), bits);
    }
  }
}

TEST(FloatConversionTest, ArraysRoundTripAtUnalignedAddresses) {
  std::mt19937 random(7);
  for (const DataType type :
       {DataType::kFloat32, DataType::kFloat16, DataType::kBFloat16}) {
    std::array<float, 33> values = {};
    for (float& value : values) {
      value = static_cast<float>(random() % 256) / 128.0f - 1.0f;
    }
    std::array<std::byte, 33 * 4 + 1> bytes = {};
    const auto stored = std::span(bytes).subspan(
        1, values.size() * static_cast<std::size_t>(DataTypeSize(type)));
    EncodeFloats(type, values, stored);
    std::array<float, 33> read = {};
    DecodeFloats(type, stored, read);
    EXPECT_EQ(read, values) << DataTypeName(type);
  }
}

}  // namespace
}  // namespace interpres
