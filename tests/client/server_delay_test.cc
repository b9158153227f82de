#include "client/server_delay.h"

#include <gtest/gtest.h>

#include <limits>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;

google::protobuf::Duration Duration(int64_t delay, int32_t nanos) {
  google::protobuf::Duration duration;
  duration.set_seconds(delay);
  duration.set_nanos(nanos);
  return duration;
}

TEST(BoundedDelayTest, IsTheDurationWithinItsBounds) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  constexpr int32_t kMostNanos = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(BoundedDelay(Duration(1, 500'000'000)), milliseconds(1500));
  EXPECT_EQ(BoundedDelay(Duration(0, 0)), milliseconds(0));
  EXPECT_EQ(BoundedDelay(Duration(0, -5)), milliseconds(0));
  EXPECT_EQ(BoundedDelay(Duration(kLeast, -kMostNanos)), milliseconds(0));
  EXPECT_EQ(BoundedDelay(Duration(kMost, kMostNanos)), kMaxServerDelay);
  EXPECT_EQ(BoundedDelay(Duration(86'401, 0)), kMaxServerDelay);
}

TEST(DelayInDetailsTest, FindsTheRetryInfoAmongOthers) {
  google::rpc::Status details;
  details.add_details()->PackFrom(Duration(3, 0));
  EXPECT_FALSE(DelayInDetails(details.SerializeAsString()).has_value());
  google::rpc::RetryInfo info;
  *info.mutable_retry_delay() = Duration(2, 0);
  details.add_details()->PackFrom(info);
  EXPECT_EQ(DelayInDetails(details.SerializeAsString()), milliseconds(2000));
}

TEST(DelayInDetailsTest, IgnoresWhatIsMalformed) {
  EXPECT_FALSE(DelayInDetails("").has_value());
  EXPECT_FALSE(DelayInDetails("\xFF\xFF").has_value());
}

}  // namespace
}  // namespace interpres
