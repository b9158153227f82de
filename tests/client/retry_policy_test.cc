#include "client/retry_policy.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr double kMostJitter = 0.999999;

FailedAttempt Failed(absl::StatusCode code, int attempts) {
  return {.code = code,
          .attempts_made = attempts,
          .server_delay = std::nullopt,
          .remaining = seconds(60)};
}

TEST(RetryPolicyTest, BackoffDoublesUpToItsCap) {
  const RetryPolicy policy{.max_attempts = 100,
                           .initial_backoff = milliseconds(100),
                           .max_backoff = milliseconds(1000)};
  const auto nominal = [&](int attempts) {
    return NextRetryDelay(policy,
                          Failed(absl::StatusCode::kUnavailable, attempts),
                          /*jitter=*/0.0)
               ->count() *
           2;
  };
  EXPECT_EQ(nominal(1), 100);
  EXPECT_EQ(nominal(2), 200);
  EXPECT_EQ(nominal(4), 800);
  EXPECT_EQ(nominal(5), 1000);
  EXPECT_EQ(nominal(99), 1000);
}

TEST(RetryPolicyTest, JitterSpreadsOverTheUpperHalf) {
  const RetryPolicy policy{.max_attempts = 3,
                           .initial_backoff = milliseconds(1000)};
  const FailedAttempt failed = Failed(absl::StatusCode::kUnavailable, 1);
  EXPECT_EQ(NextRetryDelay(policy, failed, 0.0), milliseconds(500));
  EXPECT_EQ(NextRetryDelay(policy, failed, 0.5), milliseconds(750));
  EXPECT_EQ(NextRetryDelay(policy, failed, kMostJitter), milliseconds(999));
}

TEST(RetryPolicyTest, UnavailableIsBoundedByAttempts) {
  const RetryPolicy policy{.max_attempts = 3};
  const auto code = absl::StatusCode::kUnavailable;
  EXPECT_TRUE(NextRetryDelay(policy, Failed(code, 2), 0.0));
  EXPECT_FALSE(NextRetryDelay(policy, Failed(code, 3), 0.0));
}

// The time until the client gives up on a server that refuses connections. An
// attempt takes no time, so the waits are all that passes.
milliseconds GiveUpAfter(const RetryPolicy& policy, milliseconds timeout,
                         double jitter) {
  milliseconds now{0};
  FailedAttempt failed{.code = absl::StatusCode::kUnavailable,
                       .attempts_made = 1,
                       .server_delay = std::nullopt,
                       .remaining = timeout};
  while (const auto delay = NextRetryDelay(policy, failed, jitter)) {
    now += *delay;
    ++failed.attempts_made;
    failed.remaining = timeout - now;
  }
  return now;
}

TEST(RetryPolicyTest, UnlimitedAttemptsLastUntilTheDeadline) {
  const RetryPolicy policy{.max_attempts = 0};
  for (const milliseconds timeout : {seconds(1), seconds(5), seconds(60)}) {
    for (const double jitter : {0.0, 0.5, kMostJitter}) {
      const milliseconds end = GiveUpAfter(policy, timeout, jitter);
      EXPECT_LT(end, timeout);
      EXPECT_GE(end, timeout - policy.initial_backoff);
    }
  }
}

TEST(RetryPolicyTest, SixAttemptsLastAboutTwoSeconds) {
  const RetryPolicy policy{.max_attempts = 6};
  EXPECT_LT(GiveUpAfter(policy, seconds(60), kMostJitter), seconds(4));
  EXPECT_GT(GiveUpAfter(policy, seconds(60), 0.0), seconds(1));
}

TEST(RetryPolicyTest, AUsedUpQuotaIsFinal) {
  for (const int max_attempts : {0, 1, 6}) {
    EXPECT_FALSE(NextRetryDelay({.max_attempts = max_attempts},
                                Failed(absl::StatusCode::kResourceExhausted, 1),
                                0.0));
  }
}

TEST(RetryPolicyTest, ServerDelayIsNeverUndercut) {
  const RetryPolicy policy;
  FailedAttempt failed = Failed(absl::StatusCode::kResourceExhausted, 1);
  failed.server_delay = milliseconds(8000);
  EXPECT_EQ(NextRetryDelay(policy, failed, 0.0), milliseconds(8000));
  EXPECT_EQ(NextRetryDelay(policy, failed, kMostJitter), milliseconds(9999));
}

TEST(RetryPolicyTest, ABusyServerThatSaysWhenIsAskedUntilTheDeadline) {
  const RetryPolicy policy{.max_attempts = 2};
  FailedAttempt failed = Failed(absl::StatusCode::kResourceExhausted, 50);
  failed.server_delay = milliseconds(10);
  EXPECT_TRUE(NextRetryDelay(policy, failed, 0.0));
}

TEST(RetryPolicyTest, NeverWaitsToTheDeadline) {
  const RetryPolicy policy;
  FailedAttempt failed = Failed(absl::StatusCode::kResourceExhausted, 1);
  failed.server_delay = milliseconds(1000);
  failed.remaining = milliseconds(1000);
  EXPECT_FALSE(NextRetryDelay(policy, failed, 0.0));
  failed.remaining = milliseconds(1001);
  EXPECT_TRUE(NextRetryDelay(policy, failed, 0.0));
}

TEST(RetryPolicyTest, OtherCodesAreFinal) {
  for (const auto code :
       {absl::StatusCode::kCancelled, absl::StatusCode::kUnknown,
        absl::StatusCode::kInvalidArgument, absl::StatusCode::kNotFound,
        absl::StatusCode::kDeadlineExceeded, absl::StatusCode::kInternal}) {
    EXPECT_FALSE(NextRetryDelay({}, Failed(code, 1), 0.0))
        << absl::StatusCodeToString(code);
  }
}

TEST(RetryPolicyTest, OneAttemptMeansNoRetryAtAll) {
  const RetryPolicy policy{.max_attempts = 1};
  FailedAttempt failed = Failed(absl::StatusCode::kResourceExhausted, 1);
  failed.server_delay = milliseconds(1);
  EXPECT_FALSE(NextRetryDelay(policy, failed, 0.0));
}

}  // namespace
}  // namespace interpres
