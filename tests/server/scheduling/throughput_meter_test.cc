#include "server/scheduling/throughput_meter.h"

#include <gtest/gtest.h>

#include <chrono>

namespace interpres {
namespace {

constexpr TimePoint kNow{std::chrono::hours(1)};

RoundSample Saturated(double elapsed, int64_t cost, int64_t jobs) {
  return {.seconds = elapsed,
          .finished_cost = cost,
          .finished_jobs = jobs,
          .saturated = true};
}

RoundSample StepOf(double elapsed) {
  return {.seconds = elapsed, .step_seconds = elapsed};
}

TEST(ThroughputMeterTest, KnowsNothingAtFirst) {
  const ThroughputMeter meter(1);
  EXPECT_FALSE(meter.Read(kNow).cost_per_second.has_value());
  EXPECT_FALSE(meter.Read(kNow).fastest_step_seconds.has_value());
}

TEST(ThroughputMeterTest, MeasuresAllWorkersTogether) {
  ThroughputMeter meter(2);
  for (int i = 0; i < 200; ++i) {
    meter.Record(Saturated(0.1, 40, 4), kNow);
  }
  ASSERT_TRUE(meter.Read(kNow).cost_per_second.has_value());
  EXPECT_NEAR(*meter.Read(kNow).cost_per_second, 2 * 400.0, 1e-6);
}

TEST(ThroughputMeterTest, WaitsForEnoughJobs) {
  ThroughputMeter meter(1);
  meter.Record(Saturated(0.1, 150, 15), kNow);
  EXPECT_FALSE(meter.Read(kNow).cost_per_second.has_value());
  meter.Record(Saturated(0.1, 10, 1), kNow);
  EXPECT_TRUE(meter.Read(kNow).cost_per_second.has_value());
}

TEST(ThroughputMeterTest, IgnoresHalfEmptyRounds) {
  ThroughputMeter meter(1);
  for (int i = 0; i < 100; ++i) {
    meter.Record({.seconds = 1.0, .finished_cost = 1, .finished_jobs = 1},
                 kNow);
  }
  EXPECT_FALSE(meter.Read(kNow).cost_per_second.has_value());
}

TEST(ThroughputMeterTest, OldRoundsFadeAway) {
  ThroughputMeter meter(1);
  for (int i = 0; i < 1000; ++i) {
    meter.Record(Saturated(0.1, 100, 1), kNow);
  }
  for (int i = 0; i < 1000; ++i) {
    meter.Record(Saturated(0.1, 10, 1), kNow);
  }
  // 100 s are ten half-lives: at most 1/1000 of the old 1,000 per second.
  EXPECT_NEAR(*meter.Read(kNow).cost_per_second, 100.0, 1.0);
}

// Otherwise the first rounds of a burst, in which no job finishes, would count
// too much.
TEST(ThroughputMeterTest, APauseDoesNotAgeTheMeasurement) {
  ThroughputMeter meter(1);
  for (int i = 0; i < 1000; ++i) {
    meter.Record(Saturated(0.1, 10, 1), kNow);
  }
  const TimePoint later = kNow + std::chrono::seconds(29);
  EXPECT_NEAR(*meter.Read(later).cost_per_second, 100.0, 1e-6);
  for (int i = 0; i < 5; ++i) {
    meter.Record(Saturated(0.1, 0, 0), later);
  }
  EXPECT_GT(*meter.Read(later).cost_per_second, 95.0);
}

// Otherwise a server that rejects every request would never measure again.
TEST(ThroughputMeterTest, StaleThroughputIsUnknown) {
  ThroughputMeter meter(1);
  for (int i = 0; i < 20; ++i) {
    meter.Record(Saturated(4.0, 1, 1), kNow);
  }
  EXPECT_TRUE(
      meter.Read(kNow + std::chrono::seconds(30)).cost_per_second.has_value());
  const TimePoint later = kNow + std::chrono::seconds(31);
  EXPECT_FALSE(meter.Read(later).cost_per_second.has_value());
  for (int i = 0; i < 20; ++i) {
    meter.Record(Saturated(0.1, 100, 1), later);
  }
  EXPECT_NEAR(*meter.Read(later).cost_per_second, 1000.0, 1e-6);
}

TEST(ThroughputMeterTest, MeasuresHowLongJobsStayInAFullEngine) {
  ThroughputMeter meter(2);
  RoundSample sample = Saturated(0.1, 40, 4);
  sample.finished_tokens = 30;
  sample.engine_seconds = 1.5;
  meter.Record(sample, kNow);
  EXPECT_FALSE(meter.Read(kNow).seconds_per_token.has_value());
  for (int i = 0; i < 10; ++i) {
    meter.Record(sample, kNow);
  }
  ASSERT_TRUE(meter.Read(kNow).seconds_per_token.has_value());
  EXPECT_DOUBLE_EQ(*meter.Read(kNow).seconds_per_token, 0.05);
  // Rounds in which the engine was not full do not count.
  sample.saturated = false;
  sample.engine_seconds = 100.0;
  meter.Record(sample, kNow);
  EXPECT_DOUBLE_EQ(*meter.Read(kNow).seconds_per_token, 0.05);
}

TEST(ThroughputMeterTest, KeepsTheFastestStep) {
  ThroughputMeter meter(1);
  for (const double elapsed : {0.3, 0.1, 0.2}) {
    meter.Record(StepOf(elapsed), kNow);
  }
  EXPECT_EQ(meter.Read(kNow).fastest_step_seconds, 0.1);
}

TEST(ThroughputMeterTest, ARoundWithoutAStepIsNoStep) {
  ThroughputMeter meter(1);
  meter.Record(StepOf(0.1), kNow);
  meter.Record(Saturated(1e-6, 0, 1), kNow);
  EXPECT_EQ(meter.Read(kNow).fastest_step_seconds, 0.1);
}

TEST(ThroughputMeterTest, ASlowedServerForgetsItsFastSteps) {
  ThroughputMeter meter(1);
  for (int second = 0; second < 40; ++second) {
    meter.Record(StepOf(second == 0 ? 0.1 : 0.4),
                 kNow + std::chrono::seconds(second));
    meter.Record(StepOf(0.5), kNow + std::chrono::seconds(second));
  }
  const auto fastest_after = [&meter](int elapsed) {
    return meter.Read(kNow + std::chrono::seconds(elapsed))
        .fastest_step_seconds;
  };
  EXPECT_EQ(fastest_after(39), 0.4);
  EXPECT_EQ(fastest_after(69), 0.4);
  EXPECT_EQ(fastest_after(70), std::nullopt);
}

TEST(ThroughputMeterTest, AStepIsKeptFor30Seconds) {
  ThroughputMeter meter(1);
  meter.Record(StepOf(0.1), kNow);
  meter.Record(StepOf(0.2), kNow + std::chrono::seconds(5));
  EXPECT_EQ(meter.Read(kNow + std::chrono::seconds(30)).fastest_step_seconds,
            0.1);
  EXPECT_EQ(meter.Read(kNow + std::chrono::seconds(31)).fastest_step_seconds,
            0.2);
}

}  // namespace
}  // namespace interpres
