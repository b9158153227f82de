#include "server/service/canonical_code.h"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "interpres/v1/translation.pb.h"

namespace interpres {
namespace {

TEST(CanonicalCodeTest, EveryCodeKeepsItsNumber) {
  for (int code = 0; code <= 16; ++code) {
    EXPECT_EQ(CanonicalCode(static_cast<absl::StatusCode>(code)), code);
  }
}

TEST(CanonicalCodeTest, AnUnknownCodeIsUnknown) {
  EXPECT_EQ(CanonicalCode(static_cast<absl::StatusCode>(99)), 2);
  EXPECT_EQ(CanonicalCode(static_cast<absl::StatusCode>(-1)), 2);
}

TEST(SetDurationTest, SplitsSecondsAndNanoseconds) {
  google::protobuf::Duration duration;
  SetDuration(std::chrono::milliseconds(2345), duration);
  EXPECT_EQ(duration.seconds(), 2);
  EXPECT_EQ(duration.nanos(), 345'000'000);
}

TEST(StatusFromTest, ReadsWhatFillStatusWrote) {
  v1::TextError error;
  FillStatus(WithRetryDelay(absl::ResourceExhaustedError("full"),
                            std::chrono::milliseconds(2345)),
             error);
  const absl::Status status = StatusFrom(error, "q[3]: ");
  EXPECT_TRUE(absl::IsResourceExhausted(status));
  EXPECT_EQ(status.message(), "q[3]: full");
  EXPECT_EQ(RetryDelay(status), std::chrono::milliseconds(2345));
  error.clear_retry_delay();
  EXPECT_EQ(RetryDelay(StatusFrom(error)), std::nullopt);
}

}  // namespace
}  // namespace interpres
