#include "server/worker/time_slices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "server/base/mutex.h"
#include "tests/testing/fake_clock.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStep{40};

// One CPU, and threads that write their names when they have it.
class TimeSlicesTest : public ::testing::Test {
 protected:
  // Starts a thread that takes `steps` steps, and blocks until it waits for the
  // CPU. REQUIRES: another thread has the CPU.
  std::thread StartWaiting(TimeShare& share, const std::string& name,
                           int steps) {
    const int64_t waiting = slices_.waiting();
    std::thread thread([this, &share, name, steps] {
      SlicedThread sliced(share);
      Steps(sliced, name, steps);
    });
    while (slices_.waiting() == waiting) {
      std::this_thread::yield();
    }
    return thread;
  }
  void Steps(SlicedThread& sliced, const std::string& name, int steps) {
    for (int i = 0; i < steps; ++i) {
      sliced.Await();
      const MutexLock lock(mutex_);
      order_ += name;
      clock_.Advance(kStep);
    }
  }
  // A thread of `a_` takes `alone` steps, and then `steps` more beside a thread
  // of `other` that takes `other_steps`. Returns the names of all steps.
  std::string StepsBeside(TimeShare& other, const std::string& name, int alone,
                          int steps, int other_steps) {
    SlicedThread thread(a_);
    Steps(thread, "a", alone);
    std::thread second = StartWaiting(other, name, other_steps);
    Steps(thread, "a", steps);
    thread.Release();
    second.join();
    return order_;
  }

  FakeClock clock_;
  TimeSlices slices_{1, clock_};
  TimeShare a_{&slices_};
  TimeShare b_{&slices_};
  TimeShare c_{&slices_};
  Mutex mutex_;
  std::string order_;
};

TEST_F(TimeSlicesTest, AThreadKeepsItsCpuWhileNoOtherWaits) {
  SlicedThread thread(a_);
  Steps(thread, "a", 10);
  EXPECT_EQ(order_, "aaaaaaaaaa");
}

TEST_F(TimeSlicesTest, WithoutSlicesNoThreadWaits) {
  TimeShare share(nullptr);
  SlicedThread first(share);
  SlicedThread second(share);
  first.Await();
  second.Await();
}

TEST_F(TimeSlicesTest, EachCpuHasAThread) {
  TimeSlices two(2, clock_);
  TimeShare share(&two);
  SlicedThread first(share);
  SlicedThread second(share);
  first.Await();
  second.Await();
  EXPECT_EQ(two.waiting(), 0);
}

TEST_F(TimeSlicesTest, AnotherModelGoesFirstAfterASliceOfManySteps) {
  // A slice of 100 ms is over after three steps of 40 ms.
  EXPECT_EQ(StepsBeside(b_, "b", 1, 4, 4), "aaabbbaab");
}

TEST_F(TimeSlicesTest, ThreadsOfOneModelTakeTurnsToo) {
  EXPECT_EQ(StepsBeside(a_, "A", 1, 4, 4), "aaaAAAaaA");
}

TEST_F(TimeSlicesTest, AnotherModelGoesBeforeASecondThreadOfAModel) {
  TimeSlices two(2, clock_);
  TimeShare share(&two);
  TimeShare others(&two);
  SlicedThread first(share);
  SlicedThread second(share);
  first.Await();
  second.Await();
  std::thread third([&] { SlicedThread(share).Await(); });
  while (two.waiting() < 1) {
    std::this_thread::yield();
  }
  std::thread other([&] {
    SlicedThread thread(others);
    Steps(thread, "other", 1);
    EXPECT_EQ(two.waiting(), 1);  // the third thread still waits
  });
  while (two.waiting() < 2) {
    std::this_thread::yield();
  }
  second.Release();
  other.join();
  third.join();
  EXPECT_EQ(order_, "other");
}

TEST_F(TimeSlicesTest, AThreadThatEndsGivesItsCpuBack) {
  auto thread = std::make_unique<SlicedThread>(a_);
  Steps(*thread, "a", 1);
  std::thread other = StartWaiting(b_, "b", 1);
  thread.reset();
  other.join();
  EXPECT_EQ(order_, "ab");
}

TEST_F(TimeSlicesTest, AModelThatWasIdleDoesNotWaitForAWholeSlice) {
  EXPECT_EQ(StepsBeside(b_, "b", 100, 1, 1).substr(100), "ba");
}

TEST_F(TimeSlicesTest, AnIdleTimeSavesAtMostOneSlice) {
  EXPECT_EQ(StepsBeside(b_, "b", 100, 9, 10).substr(100, 10), "bbbbbbaaab");
}

TEST_F(TimeSlicesTest, TheTimeOfAModelThatWasAloneDoesNotCountAgainstIt) {
  SlicedThread first(a_);
  Steps(first, "a", 100);
  first.Release();
  SlicedThread second(b_);
  Steps(second, "b", 1);
  order_.clear();
  std::thread back = StartWaiting(a_, "a", 3);
  Steps(second, "b", 6);
  second.Release();
  back.join();
  EXPECT_EQ(order_.substr(0, 6), "bbaaab");
}

TEST_F(TimeSlicesTest, ModelsShareTheCpuFairly) {
  SlicedThread thread(a_);
  Steps(thread, "a", 1);
  // The model "b" has two threads, and gets no more than the others.
  std::thread others[] = {
      StartWaiting(b_, "b", 40),
      StartWaiting(b_, "b", 40),
      StartWaiting(c_, "c", 80),
  };
  Steps(thread, "a", 79);
  thread.Release();
  for (std::thread& other : others) {
    other.join();
  }
  for (size_t i = 1; i <= 180; ++i) {
    const std::string part = order_.substr(0, i);
    const auto a = std::count(part.begin(), part.end(), 'a');
    const auto b = std::count(part.begin(), part.end(), 'b');
    EXPECT_LE(std::abs(a - b), 6) << part;  // two slices
  }
}

}  // namespace
}  // namespace interpres
