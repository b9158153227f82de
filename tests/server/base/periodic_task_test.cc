#include "server/base/periodic_task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::seconds;

TEST(PeriodicTaskTest, RunsAfterEveryInterval) {
  FakeClock clock;
  std::atomic<int> runs = 0;
  const PeriodicTask task(clock, seconds(10), [&runs] { ++runs; });
  clock.AwaitWaiters(1);
  EXPECT_EQ(runs, 0);
  for (int run = 1; run <= 3; ++run) {
    clock.Advance(seconds(9));
    clock.AwaitWaiters(1);
    EXPECT_EQ(runs, run - 1);
    clock.Advance(seconds(1));
    while (runs < run) {
      // its thread is about to
    }
    clock.AwaitWaiters(1);
  }
}

TEST(PeriodicTaskTest, EndsAtOnce) {
  FakeClock clock;
  const PeriodicTask task(clock, seconds(10), [] { FAIL(); });
}

}  // namespace
}  // namespace interpres
