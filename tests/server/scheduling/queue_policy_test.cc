#include "server/scheduling/queue_policy.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

constexpr QueueLimits kLimits = {.max_jobs = 10, .max_tokens = 100};

// For a client that has nothing in the queue.
absl::StatusCode Room(QueueLoad queued, QueueLoad incoming) {
  return CheckRoom({.all = queued}, incoming, Priority::kInteractive, kLimits)
      .code();
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

TEST(CheckBacklogTest, AnEmptyBacklogTakesAnyRequest) {
  EXPECT_TRUE(CheckBacklog({}, {.jobs = 5000, .tokens = 99999}, kLimits).ok());
}

TEST(CheckBacklogTest, HoldsSixteenQueues) {
  const QueueLoad held = {.jobs = 10, .tokens = 1000};
  EXPECT_TRUE(
      CheckBacklog({.all = held}, {.jobs = 5, .tokens = 600}, kLimits).ok());
  const absl::Status full =
      CheckBacklog({.all = held}, {.jobs = 5, .tokens = 601}, kLimits);
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(full.message(),
            "the room for long texts is full: 10 texts of 1000 tokens wait, 5 "
            "more of 601 tokens exceed its 1600 tokens; try again later");
}

TEST(CheckBacklogTest, AClientLeavesRoomForOthers) {
  const QueueLoad held = {.jobs = 10, .tokens = 1000};
  const QueueLoad incoming = {.jobs = 5, .tokens = 300};
  EXPECT_FALSE(
      CheckBacklog({.all = held, .client = held}, incoming, kLimits).ok());
  EXPECT_TRUE(CheckBacklog({.all = held, .client = {.jobs = 5, .tokens = 900}},
                           incoming, kLimits)
                  .ok());
}

TEST(CheckBacklogTest, AShortRequestNeedsNoRoom) {
  const QueueLoad held = {.jobs = 10, .tokens = 5000};
  EXPECT_TRUE(CheckBacklog({.all = held}, {}, kLimits).ok());
}

TEST(QueuePolicyTest, AClientFillsMostOfTheQueueAndOthersFindRoom) {
  const QueueLoad one = {.jobs = 1, .tokens = 1};
  const auto room_of = [&](int64_t all, int64_t own) {
    const QueueLoad held = {.jobs = own, .tokens = own};
    return CheckRoom({.all = {.jobs = all, .tokens = all},
                      .priority = {.jobs = all, .tokens = all},
                      .client = held},
                     one, Priority::kInteractive, kLimits)
        .code();
  };
  EXPECT_EQ(room_of(7, 7), absl::StatusCode::kOk);
  EXPECT_EQ(room_of(8, 8), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(room_of(8, 0), absl::StatusCode::kOk);
  EXPECT_EQ(room_of(8, 3), absl::StatusCode::kOk);
  EXPECT_EQ(room_of(8, 4), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(room_of(9, 0), absl::StatusCode::kOk);
  EXPECT_EQ(room_of(9, 1), absl::StatusCode::kResourceExhausted);
}

TEST(QueuePolicyTest, BatchTextsLeaveRoomForInteractiveOnes) {
  const QueueLoad one = {.jobs = 1, .tokens = 1};
  const auto room_of = [&](int64_t batch, Priority priority) {
    const QueueLoad held = {.jobs = batch, .tokens = batch};
    // The jobs belong to many clients, so that each has few.
    return CheckRoom(
        {.all = held,
         .priority = priority == Priority::kBatch ? held : QueueLoad()},
        one, priority, kLimits);
  };
  EXPECT_TRUE(room_of(6, Priority::kBatch).ok());
  const absl::Status full = room_of(7, Priority::kBatch);
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(full.message(),
            "the queue's part for batch requests is full: 7 texts of 7 tokens "
            "wait, 1 more of 1 tokens would leave too little room for "
            "interactive ones; try again later");
  EXPECT_TRUE(room_of(7, Priority::kInteractive).ok());
}

TEST(QueuePolicyTest, AllJobsOfASingleClientAreAhead) {
  EXPECT_EQ(CostAhead({.own = 500}, 10), 500);
  EXPECT_EQ(CostAhead({}, 10), 0);
}

TEST(QueuePolicyTest, OtherClientsAreAheadWithTheirShare) {
  // Each client gets as much as the client of the request.
  EXPECT_EQ(CostAhead({.own = 0, .clients = {{1, 1000}, {2, 4}}}, 10), 14);
  EXPECT_EQ(CostAhead({.own = 90, .clients = {{1, 1000}, {2, 4}}}, 10), 194);
}

TEST(QueuePolicyTest, TheOtherPriorityIsAheadWithItsShare) {
  EXPECT_EQ(
      CostAhead({.own = 70, .other_priority = 9999, .other_share = 0.125}, 10),
      80);
  EXPECT_EQ(
      CostAhead({.own = 70, .other_priority = 9999, .other_share = 8.0}, 10),
      710);
  EXPECT_EQ(CostAhead({.own = 70, .other_priority = 5, .other_share = 8.0}, 10),
            75);
}

TEST(QueuePolicyTest, EstimatesSecondsFromTheCost) {
  EXPECT_EQ(EstimateSeconds({.jobs = 2, .tokens = 10, .cost = 40}, 20.0), 2.0);
  EXPECT_EQ(EstimateSeconds({}, std::nullopt), 0.0);
  EXPECT_EQ(EstimateSeconds({.cost = 1}, std::nullopt), std::nullopt);
  EXPECT_EQ(EstimateSeconds({.cost = 1}, 0.0), std::nullopt);
}

}  // namespace
}  // namespace interpres
