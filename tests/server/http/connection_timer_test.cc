#include "server/http/connection_timer.h"

#include <gtest/gtest.h>

#include <chrono>

namespace interpres {
namespace {

using std::chrono::seconds;

constexpr TimePoint kStart{std::chrono::hours(1)};

class ConnectionTimerTest : public ::testing::Test {
 protected:
  const HttpOptions options_ = {.idle_timeout = seconds(60),
                                .read_timeout = seconds(20),
                                .write_timeout = seconds(10),
                                .linger = seconds(2)};
  ConnectionTimer timer_{options_, kStart};
};

TEST_F(ConnectionTimerTest, EachStateHasItsTime) {
  EXPECT_FALSE(timer_.ReadExpired(kStart + seconds(19)));
  EXPECT_TRUE(timer_.ReadExpired(kStart + seconds(20)));
  for (const auto& [waiting, limit] :
       {std::pair(Waiting::kRequest, 60), std::pair(Waiting::kHead, 20),
        std::pair(Waiting::kBody, 20), std::pair(Waiting::kDrainRequest, 2),
        std::pair(Waiting::kClosing, 2)}) {
    timer_.Enter(waiting, kStart);
    EXPECT_FALSE(timer_.ReadExpired(kStart + seconds(limit - 1)));
    EXPECT_TRUE(timer_.ReadExpired(kStart + seconds(limit)));
  }
}

TEST_F(ConnectionTimerTest, TheServerHasAllTime) {
  timer_.Enter(Waiting::kServer, kStart);
  EXPECT_FALSE(timer_.ReadExpired(kStart + std::chrono::hours(24)));
}

TEST_F(ConnectionTimerTest, TheDeadlineOfTheCallMayComeFirst) {
  timer_.Enter(Waiting::kBody, kStart, kStart + seconds(3));
  EXPECT_TRUE(timer_.ReadExpired(kStart + seconds(3)));
}

TEST_F(ConnectionTimerTest, ProgressRestartsAWrite) {
  EXPECT_FALSE(timer_.WriteExpired(kStart + std::chrono::hours(24)));
  timer_.BeginWrite(kStart);
  timer_.BeginWrite(kStart + seconds(9));
  EXPECT_FALSE(timer_.WriteExpired(kStart + seconds(18)));
  EXPECT_TRUE(timer_.WriteExpired(kStart + seconds(19)));
  timer_.EndWrite();
  EXPECT_FALSE(timer_.WriteExpired(kStart + seconds(19)));
}

TEST(RefusalAfterTest, OnlyARequestUnderWayGetsAnAnswer) {
  EXPECT_EQ(RefusalAfter(Waiting::kHead, false)->status, kHttpRequestTimeout);
  EXPECT_EQ(RefusalAfter(Waiting::kBody, false)->status, kHttpRequestTimeout);
  EXPECT_EQ(RefusalAfter(Waiting::kBody, true)->status, kHttpDeadlineExceeded);
  for (const Waiting waiting : {Waiting::kHandshake, Waiting::kRequest,
                                Waiting::kDrainRequest, Waiting::kClosing}) {
    EXPECT_FALSE(RefusalAfter(waiting, false).has_value());
  }
}

}  // namespace
}  // namespace interpres
