#include "server/scheduling/turn_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

TimePoint At(int second) { return TimePoint(std::chrono::seconds(second)); }

class TurnQueueTest : public ::testing::Test {
 protected:
  void Push(int64_t turn, int second, const JobMaker::Spec& spec = {}) {
    JobList jobs = maker_.MakeList({spec});
    jobs.front()->spec().turn = turn;
    jobs.front()->queued_at = At(second);
    queue_.PushBack(jobs);
  }

  JobMaker maker_;
  TurnQueue queue_;
};

TEST_F(TurnQueueTest, AnOpenTurnTakesAllRequests) {
  EXPECT_TRUE(queue_.is_idle());
  const int64_t first = queue_.BeginUse();
  const int64_t second = queue_.BeginUse();
  EXPECT_EQ(first, second);
  EXPECT_FALSE(queue_.is_idle());
  EXPECT_EQ(queue_.waiting_since(), std::nullopt);
  Push(first, 1);
  Push(second, 2);
  EXPECT_EQ(queue_.present().load().jobs, 2);
  EXPECT_EQ(queue_.waiting_since(), At(1));
}

TEST_F(TurnQueueTest, RequestsOfAClosedTurnWaitForTheNextOne) {
  const int64_t present = queue_.BeginUse();
  queue_.CloseTurn();
  const int64_t next = queue_.BeginUse();
  EXPECT_GT(next, present);
  Push(next, 1);
  queue_.AddToBacklog({}, {.jobs = 2, .tokens = 6, .cost = 6}, next);
  // All count in the limits, and only the present ones reach a worker.
  EXPECT_EQ(queue_.load().jobs, 3);
  EXPECT_EQ(queue_.View({}).all.jobs, 1);
  EXPECT_EQ(queue_.View({}).client.jobs, 1);
  EXPECT_EQ(queue_.ViewBacklog({}).all.jobs, 2);
  EXPECT_EQ(queue_.CompetitionOf({}).own, 9);
  EXPECT_TRUE(queue_.present().empty());
  // A request of the present turn goes on.
  Push(present, 2);
  EXPECT_EQ(queue_.present().load().jobs, 1);
  EXPECT_FALSE(queue_.is_idle());
  queue_.present().PopFree();
  EXPECT_FALSE(queue_.is_idle());
  queue_.EndUse(present);
  EXPECT_TRUE(queue_.is_idle());

  queue_.NextTurn();
  EXPECT_FALSE(queue_.is_closed());
  EXPECT_FALSE(queue_.is_idle());
  EXPECT_EQ(queue_.present().load().jobs, 1);
  EXPECT_EQ(queue_.waiting_since(), At(1));
  queue_.SubtractFromBacklog({}, {.jobs = 2, .tokens = 6, .cost = 6}, next);
  queue_.present().PopFree();
  queue_.EndUse(next);
  EXPECT_TRUE(queue_.is_idle());
  EXPECT_EQ(queue_.load().jobs, 0);
}

TEST_F(TurnQueueTest, ATurnThatDidNotEndJoinsTheNextOne) {
  const int64_t present = queue_.BeginUse();
  Push(present, 1);
  queue_.CloseTurn();
  const int64_t next = queue_.BeginUse();
  Push(next, 2);
  queue_.NextTurn();
  EXPECT_EQ(queue_.present().load().jobs, 2);
  EXPECT_EQ(queue_.waiting_since(), At(1));
  Push(present, 3);
  Push(next, 3);
  EXPECT_EQ(queue_.present().load().jobs, 4);
  queue_.TakeAll();
  queue_.EndUse(present);
  EXPECT_FALSE(queue_.is_idle());
  queue_.EndUse(next);
  EXPECT_TRUE(queue_.is_idle());
}

TEST_F(TurnQueueTest, ExpiredAndCancelledJobsLeaveBothTurns) {
  const std::atomic<bool> cancelled = true;
  queue_.CloseTurn();
  const int64_t next = queue_.BeginUse();
  for (const int64_t turn : {int64_t{0}, next}) {
    Push(turn, 1, {.deadline = At(5)});
    Push(turn, 1, {.cancelled = &cancelled});
  }
  EXPECT_EQ(queue_.earliest_deadline(), At(5));
  EXPECT_TRUE(queue_.TakeExpired(At(4)).empty());
  EXPECT_EQ(queue_.TakeExpired(At(5)).size(), 2U);
  EXPECT_EQ(queue_.earliest_deadline(), kNever);
  EXPECT_EQ(queue_.TakeCancelled().size(), 2U);
  EXPECT_EQ(queue_.load().jobs, 0);
}

TEST_F(TurnQueueTest, AClientWithJobsInBothTurnsCompetesOnce) {
  const Flow other = {.client = 7};
  Push(queue_.BeginUse(), 1, {.tokens = 5, .flow = other});
  queue_.CloseTurn();
  Push(queue_.BeginUse(), 1, {.tokens = 5, .flow = other});
  EXPECT_EQ(queue_.CompetitionOf({}).clients,
            (std::map<uint64_t, int64_t>{{7, 10}}));
}

TEST_F(TurnQueueTest, AClientKeepsItsPriorityInTheNextTurn) {
  queue_.CloseTurn();
  const int64_t next = queue_.BeginUse();
  const Flow batch = {.priority = Priority::kBatch, .client = 7};
  Push(next, 1, {.flow = batch});
  queue_.AddToBacklog(batch, {.jobs = 1, .tokens = 3, .cost = 3}, next);
  queue_.NextTurn();
  EXPECT_EQ(queue_.View(batch).client.jobs, 1);
  EXPECT_EQ(queue_.ViewBacklog(batch).client.jobs, 1);
  EXPECT_EQ(queue_.View({}).client.jobs, 0);
}

}  // namespace
}  // namespace interpres
