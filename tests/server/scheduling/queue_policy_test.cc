#include "server/scheduling/queue_policy.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

constexpr QueueLimits kLimits = {.max_jobs = 10, .max_tokens = 100};

absl::StatusCode Room(QueueLoad queued, QueueLoad incoming) {
  return CheckRoom(queued, incoming, kLimits).code();
}

TEST(QueuePolicyTest, AcceptsUpToTheLimits) {
  EXPECT_EQ(Room({}, {.jobs = 10, .tokens = 100}), absl::StatusCode::kOk);
  EXPECT_EQ(Room({.jobs = 9, .tokens = 10}, {.jobs = 1, .tokens = 90}),
            absl::StatusCode::kOk);
}

TEST(QueuePolicyTest, RefusesWhatDoesNotFitNow) {
  EXPECT_EQ(Room({.jobs = 10, .tokens = 10}, {.jobs = 1, .tokens = 1}),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Room({.jobs = 1, .tokens = 99}, {.jobs = 1, .tokens = 2}),
            absl::StatusCode::kResourceExhausted);
}

TEST(QueuePolicyTest, SaysWhenARequestCanNeverFit) {
  EXPECT_EQ(Room({}, {.jobs = 11, .tokens = 11}),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Room({}, {.jobs = 1, .tokens = 101}),
            absl::StatusCode::kInvalidArgument);
}

TEST(QueuePolicyTest, EstimatesSecondsOfWork) {
  EXPECT_EQ(EstimateSeconds({.jobs = 2, .tokens = 10, .work = 40}, 20.0), 2.0);
  EXPECT_EQ(EstimateSeconds({}, std::nullopt), 0.0);
  EXPECT_EQ(EstimateSeconds({.work = 1}, std::nullopt), std::nullopt);
  EXPECT_EQ(EstimateSeconds({.work = 1}, 0.0), std::nullopt);
}

}  // namespace
}  // namespace interpres
