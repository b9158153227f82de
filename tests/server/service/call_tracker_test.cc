#include "server/service/call_tracker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "server/base/retry_delay.h"
#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

TEST(CallTrackerTest, BoundsTheCalls) {
  Metrics metrics;
  CallTracker calls(2, metrics);
  EXPECT_TRUE(calls.Enter().ok());
  EXPECT_TRUE(calls.Enter().ok());
  const absl::Status refused = calls.Enter();
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(RetryDelay(refused).has_value());
  EXPECT_THAT(metrics.Scrape(), HasSubstr("interpres_calls_in_flight 2"));
  EXPECT_THAT(metrics.Scrape(),
              HasSubstr(R"(rejected_total{reason="too_many_calls"} 1)"));
  calls.Leave();
  EXPECT_TRUE(calls.Enter().ok());
}

TEST(CallTrackerTest, RefusesWhileDraining) {
  Metrics metrics;
  CallTracker calls(2, metrics);
  calls.BeginDrain();
  EXPECT_EQ(calls.Enter().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(metrics.Scrape(),
              HasSubstr(R"(rejected_total{reason="draining"} 1)"));
}

TEST(CallTrackerTest, WaitsForTheLastCall) {
  Metrics metrics;
  FakeClock clock;
  CallTracker calls(2, metrics);
  ASSERT_TRUE(calls.Enter().ok());
  std::thread waiter([&] { EXPECT_TRUE(calls.AwaitNone(clock, kNever)); });
  clock.AwaitWaiters(1);
  calls.Leave();
  waiter.join();
}

TEST(CallTrackerTest, StopsWaitingAtTheDeadline) {
  Metrics metrics;
  FakeClock clock;
  CallTracker calls(2, metrics);
  ASSERT_TRUE(calls.Enter().ok());
  const TimePoint deadline = clock.Now() + seconds(5);
  std::thread waiter([&] { EXPECT_FALSE(calls.AwaitNone(clock, deadline)); });
  clock.AwaitWaiters(1);
  clock.Advance(seconds(5));
  waiter.join();
}

TEST(CallTrackerTest, TellsOfADrainOnce) {
  Metrics metrics;
  CallTracker calls(1, metrics);
  int told = 0;
  int forgotten = 0;
  int late = 0;
  calls.WatchDrain([&told] { ++told; });
  calls.UnwatchDrain(calls.WatchDrain([&forgotten] { ++forgotten; }));
  EXPECT_EQ(told, 0);
  calls.BeginDrain();
  calls.BeginDrain();
  calls.WatchDrain([&late] { ++late; });
  EXPECT_EQ(told, 1);
  EXPECT_EQ(forgotten, 0);
  EXPECT_EQ(late, 1);
}

}  // namespace
}  // namespace interpres
