#include "model/training/training_clock.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(TrainingClockTest, CountsOverSessionsAndLeavesOut) {
  double now = 1000.0;
  TrainingClock clock([&now] { return now; });
  clock.Resume({.seconds = 50.0, .window_seconds = 8.0});
  EXPECT_EQ(clock.Seconds(), 50.0);
  EXPECT_EQ(clock.window_begin(), 42.0) << "the window continues";
  now += 10.0;
  EXPECT_EQ(clock.Seconds(), 60.0);
  clock.LeaveOutSince(57.0);
  EXPECT_EQ(clock.window_begin(), 45.0);
  EXPECT_EQ(clock.Seconds(), 60.0) << "the run took the time all the same";
  clock.BeginWindow();
  EXPECT_EQ(clock.window_begin(), 60.0);
}

}  // namespace
}  // namespace interpres
