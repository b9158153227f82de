#include "model/training/noise_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(NoiseOptionsTest, ARateIsAProbability) {
  for (const double rate : {0.0, 0.5, 1.0}) {
    NoiseOptions options;
    options.of(NoiseKind::kTypos) = rate;
    EXPECT_TRUE(ValidateNoiseOptions(options).ok()) << rate;
  }
  for (const double rate : {-0.1, 1.01, std::nan("")}) {
    NoiseOptions options;
    options.of(NoiseKind::kTypos) = rate;
    EXPECT_THAT(ValidateNoiseOptions(options).message(),
                HasSubstr("--noise-typos is "))
        << rate;
  }
}

TEST(NoiseOptionsTest, TheDescriptionHasEachRateWithAllDigits) {
  NoiseOptions options;
  EXPECT_FALSE(options.any());
  EXPECT_EQ(DescribeNoise(options), "none");
  options.of(NoiseKind::kUpperCase) = 0.02;
  options.of(NoiseKind::kSentinels) = 0.1000000000000001;
  EXPECT_TRUE(options.any());
  EXPECT_EQ(DescribeNoise(options),
            "upper-case 0.02, sentinels 0.1000000000000001");
}

}  // namespace
}  // namespace interpres
