#include "client/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(RenderProgressTest, ShowsShareRateAndRemainingTime) {
  const std::string line = RenderProgress(
      {.lines = 50, .bytes = 500, .total_bytes = 2000, .elapsed = seconds(30)});
  EXPECT_EQ(
      line,
      "[======>                 ]  25 %  50 lines  1.7 lines/s  ETA 1:30");
}

TEST(RenderProgressTest, APipeHasNoShare) {
  const std::string line = RenderProgress({.lines = 7,
                                           .bytes = 70,
                                           .total_bytes = 0,
                                           .elapsed = milliseconds(500)});
  EXPECT_EQ(line, "7 lines  14.0 lines/s");
}

TEST(RenderProgressTest, FullAndOverfullBarsKeepTheirWidth) {
  for (const int64_t bytes : {100, 150}) {
    EXPECT_THAT(RenderProgress({.lines = 1,
                                .bytes = bytes,
                                .total_bytes = 100,
                                .elapsed = seconds(1)}),
                HasSubstr("[========================] 100 %"));
  }
}

TEST(RenderProgressTest, StartsWithoutDividingByZero) {
  EXPECT_THAT(RenderProgress({.lines = 0,
                              .bytes = 0,
                              .total_bytes = 100,
                              .elapsed = milliseconds(0)}),
              Not(HasSubstr("ETA")));
}

TEST(ProgressBarTest, DrawsAtMostTenTimesASecond) {
  std::ostringstream terminal;
  std::chrono::steady_clock::time_point now;
  ProgressBar bar(&terminal, 0, [&] { return now; });
  for (int i = 0; i < 1000; ++i) {
    now += milliseconds(1);
    bar.Update(i, i);
  }
  const std::string drawn = terminal.str();
  const auto draws = std::count(drawn.begin(), drawn.end(), '\r');
  EXPECT_EQ(draws, 10);
  bar.Clear();
  EXPECT_TRUE(terminal.str().ends_with("\r\x1b[K"));
}

TEST(ProgressBarTest, DrawsNothingWithoutATerminal) {
  ProgressBar bar(nullptr, 10,
                  [] { return std::chrono::steady_clock::time_point(); });
  bar.Update(1, 1);
  bar.Clear();
}

}  // namespace
}  // namespace interpres
