#include "server/base/periodic_task.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::seconds;

TEST(PeriodicTaskTest, RunsAfterEveryInterval) {
  FakeClock clock;
  const TimePoint start = clock.Now();
  std::atomic<int> runs = 0;
  std::atomic<bool> in_time = true;
  const PeriodicTask task(clock, seconds(10), [&] {
    // Seconds pass one by one, and wait for this one.
    if (clock.Now() != start + (runs + 1) * seconds(10)) {
      in_time = false;
    }
    ++runs;
  });
  for (int second = 1; second <= 35; ++second) {
    clock.AwaitWaiters(1);
    clock.Advance(seconds(1));
    while (runs < second / 10) {
      std::this_thread::yield();
    }
  }
  EXPECT_EQ(runs, 3);
  EXPECT_TRUE(in_time);
}

TEST(PeriodicTaskTest, EndsWithoutADelay) {
  FakeClock clock;
  const PeriodicTask task(clock, seconds(10), [] { FAIL(); });
}

}  // namespace
}  // namespace interpres
