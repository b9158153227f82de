#include "server/service/canonical_code.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace interpres
