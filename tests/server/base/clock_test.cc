#include "server/base/clock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::seconds;

TEST(RealClockTest, ReturnsWhenThePredicateHolds) {
  RealClock clock;
  Mutex mutex;
  CondVar changed;
  bool ready = false;
  std::thread setter([&] {
    const MutexLock lock(mutex);
    ready = true;
    changed.NotifyAll();
  });
  {
    const MutexLock lock(mutex);
    EXPECT_TRUE(clock.WaitUntil(mutex, changed, kNever, [&] { return ready; }));
  }
  setter.join();
}

TEST(RealClockTest, GivesUpAtAPastDeadline) {
  RealClock clock;
  Mutex mutex;
  CondVar changed;
  const MutexLock lock(mutex);
  EXPECT_FALSE(
      clock.WaitUntil(mutex, changed, clock.Now(), [] { return false; }));
}

TEST(FakeClockTest, WakesAWaiterAtItsDeadlineAndNotBefore) {
  FakeClock clock;
  Mutex mutex;
  CondVar changed;
  std::atomic<bool> done = false;
  const TimePoint deadline = clock.Now() + seconds(10);
  std::thread waiter([&] {
    const MutexLock lock(mutex);
    EXPECT_FALSE(
        clock.WaitUntil(mutex, changed, deadline, [] { return false; }));
    EXPECT_GE(clock.Now(), deadline);
    done = true;
  });
  clock.AwaitWaiters(1);
  clock.Advance(seconds(9));
  EXPECT_FALSE(done);
  clock.Advance(seconds(1));
  waiter.join();
  EXPECT_TRUE(done);
}

TEST(FakeClockTest, StandsStill) {
  FakeClock clock;
  const TimePoint before = clock.Now();
  EXPECT_EQ(clock.Now(), before);
  clock.Advance(seconds(3));
  EXPECT_EQ(clock.Now(), before + seconds(3));
}

}  // namespace
}  // namespace interpres
