#include "model/training/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(ScheduleTest, WarmsUpThenFallsWithTheInverseSquareRoot) {
  const ScheduleOptions options = {.learning_rate = 1e-3, .warmup = 400};
  EXPECT_DOUBLE_EQ(LearningRate(options, 1), 1e-3 / 400);
  EXPECT_DOUBLE_EQ(LearningRate(options, 200), 5e-4);
  EXPECT_DOUBLE_EQ(LearningRate(options, 400), 1e-3);
  EXPECT_DOUBLE_EQ(LearningRate(options, 1600), 5e-4);
}

TEST(ScheduleTest, LinearDecayEndsAtZero) {
  const ScheduleOptions options = {.learning_rate = 1e-3,
                                   .warmup = 100,
                                   .decay = Decay::kLinear,
                                   .max_updates = 1100};
  EXPECT_DOUBLE_EQ(LearningRate(options, 50), 5e-4);
  EXPECT_DOUBLE_EQ(LearningRate(options, 100), 1e-3);
  EXPECT_DOUBLE_EQ(LearningRate(options, 600), 5e-4);
  EXPECT_DOUBLE_EQ(LearningRate(options, 1100), 0.0);
  EXPECT_DOUBLE_EQ(LearningRate(options, 1200), 0.0);
}

TEST(ScheduleTest, CooldownScalesTheLastUpdates) {
  const ScheduleOptions options = {.learning_rate = 1e-3,
                                   .warmup = 100,
                                   .cooldown = 300,
                                   .max_updates = 900};
  ScheduleOptions open = options;
  open.cooldown = 0;
  EXPECT_DOUBLE_EQ(LearningRate(options, 600), LearningRate(open, 600));
  EXPECT_DOUBLE_EQ(LearningRate(options, 751),
                   LearningRate(open, 751) * 150 / 300);
  EXPECT_DOUBLE_EQ(LearningRate(options, 900), LearningRate(open, 900) / 300);
}

TEST(ScheduleTest, RejectsWhatCannotWork) {
  EXPECT_THAT(ValidateScheduleOptions({.learning_rate = 0}).message(),
              HasSubstr("learning-rate is 0"));
  EXPECT_THAT(ValidateScheduleOptions({.warmup = 0}).message(),
              HasSubstr("warmup is 0"));
  EXPECT_THAT(ValidateScheduleOptions({.cooldown = 14000, .max_updates = 5000})
                  .message(),
              HasSubstr("expected at most max-updates (5000)"));
  EXPECT_THAT(ValidateScheduleOptions({.cooldown = 5}).message(),
              HasSubstr("--max-updates"));
  EXPECT_THAT(ValidateScheduleOptions(
                  {.warmup = 10, .decay = Decay::kLinear, .max_updates = 10})
                  .message(),
              HasSubstr("must exceed warmup"));
  EXPECT_TRUE(ValidateScheduleOptions({}).ok());
}

TEST(ScheduleTest, DecayNamesRoundTrip) {
  for (const Decay decay : {Decay::kInverseSqrt, Decay::kLinear}) {
    EXPECT_EQ(*ParseDecay(DecayName(decay)), decay);
  }
  EXPECT_THAT(ParseDecay("cosine").status().message(),
              HasSubstr("inverse-sqrt or linear"));
}

}  // namespace
}  // namespace interpres
