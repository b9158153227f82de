#include "client/bench/arrivals.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/client/bench/fake_load_clock.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using TimePoint = LoadClock::TimePoint;

std::vector<nanoseconds> Times(const ArrivalOptions& options, int count) {
  Arrivals arrivals(options);
  std::vector<nanoseconds> times;
  for (int i = 0; i < count; ++i) {
    times.push_back(arrivals.Next());
  }
  return times;
}

TEST(ArrivalsTest, FixedGapsAreEqual) {
  const std::vector<nanoseconds> times =
      Times({.rate = 4.0, .pattern = ArrivalPattern::kFixed}, 8);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(times[static_cast<std::size_t>(i)], milliseconds(250) * (i + 1));
  }
}

// Of an exponential distribution, mean and standard deviation are the same.
TEST(ArrivalsTest, PoissonGapsAreExponential) {
  constexpr int kCount = 100'000;
  const std::vector<nanoseconds> times = Times({.rate = 50.0}, kCount);
  double sum = 0.0;
  double squares = 0.0;
  nanoseconds last{0};
  for (const nanoseconds time : times) {
    ASSERT_GE(time, last);
    const double gap = std::chrono::duration<double>(time - last).count();
    last = time;
    sum += gap;
    squares += gap * gap;
  }
  const double mean = sum / kCount;
  EXPECT_NEAR(mean, 1.0 / 50.0, 0.01 / 50.0);
  EXPECT_NEAR(squares / kCount, 2.0 * mean * mean, 0.05 * mean * mean);
}

TEST(ArrivalsTest, ASeedRepeats) {
  EXPECT_EQ(Times({.rate = 3.0, .seed = 5}, 100),
            Times({.rate = 3.0, .seed = 5}, 100));
  EXPECT_NE(Times({.rate = 3.0, .seed = 5}, 100),
            Times({.rate = 3.0, .seed = 6}, 100));
}

TEST(PaceTest, SendsAtTheTimes) {
  FakeLoadClock fake;
  const TimePoint start = fake.Now();
  std::vector<TimePoint> due;
  std::vector<TimePoint> sent;
  Pace(Arrivals({.rate = 10.0, .pattern = ArrivalPattern::kFixed}), start,
       start + seconds(1), fake.clock(), [&](TimePoint time) {
         due.push_back(time);
         sent.push_back(fake.Now());
       });
  ASSERT_EQ(due.size(), 9U);  // the tenth would be at the end
  EXPECT_EQ(due.front(), start + milliseconds(100));
  EXPECT_EQ(due, sent);
}

TEST(PaceTest, AfterAStallLateRequestsKeepTheirTimes) {
  FakeLoadClock fake;
  const TimePoint start = fake.Now();
  std::vector<TimePoint> due;
  std::vector<TimePoint> sent;
  Pace(Arrivals({.rate = 10.0, .pattern = ArrivalPattern::kFixed}), start,
       start + seconds(1), fake.clock(), [&](TimePoint time) {
         due.push_back(time);
         sent.push_back(fake.Now());
         if (due.size() == 2) {
           fake.Advance(milliseconds(350));  // the sender is held up
         }
       });
  ASSERT_EQ(due.size(), 9U);
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(due[static_cast<std::size_t>(i)],
              start + milliseconds(100) * (i + 1));
  }
  // The arrivals of 300, 400 and 500 ms immediately, the next one at its time.
  for (const std::size_t late : {2U, 3U, 4U}) {
    EXPECT_EQ(sent[late], start + milliseconds(550));
  }
  EXPECT_EQ(sent[5], start + milliseconds(600));
}

}  // namespace
}  // namespace interpres
