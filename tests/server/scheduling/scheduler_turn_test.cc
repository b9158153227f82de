// A scheduler whose model leaves memory and comes back.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "server/scheduling/scheduler.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/job_maker.h"
#include "tests/testing/take_jobs.h"

namespace interpres {
namespace {

using std::chrono::seconds;

class SchedulerTurnTest : public ::testing::Test {
 protected:
  SchedulerTurnTest() {
    scheduler_.SetTurnListener([this] { ++calls_; });
  }

  absl::Status Submit(int64_t turn, const JobMaker::Spec& spec = {}) {
    JobList jobs = maker_.MakeList({spec});
    jobs.front()->spec().turn = turn;
    return scheduler_.Submit(jobs);
  }
  size_t TakeNow() { return scheduler_.Take(9).size(); }

  JobMaker maker_;
  FakeClock clock_;
  std::atomic<int> calls_ = 0;
  Scheduler scheduler_{{.max_jobs = 4, .max_tokens = 100}, clock_};
};

TEST_F(SchedulerTurnTest, OnlyAnIdleModelPauses) {
  const int64_t turn = scheduler_.BeginUse();
  EXPECT_FALSE(scheduler_.PauseIfIdle());
  ASSERT_TRUE(Submit(turn).ok());
  EXPECT_EQ(TakeNow(), 1U);
  EXPECT_FALSE(scheduler_.PauseIfIdle());
  EXPECT_EQ(calls_, 0);
  scheduler_.EndUse(turn);
  EXPECT_EQ(calls_, 1);
  EXPECT_TRUE(scheduler_.PauseIfIdle());
}

TEST_F(SchedulerTurnTest, AWaitingJobWithoutARequestKeepsTheModel) {
  ASSERT_TRUE(Submit(0).ok());
  EXPECT_FALSE(scheduler_.PauseIfIdle());
  EXPECT_EQ(TakeNow(), 1U);
  EXPECT_TRUE(scheduler_.PauseIfIdle());
}

TEST_F(SchedulerTurnTest, APauseEndsTheWorkersAndKeepsTheJobs) {
  std::thread worker(
      [this] { EXPECT_TRUE(TakeWhenReady(scheduler_, 1).empty()); });
  EXPECT_TRUE(scheduler_.PauseIfIdle());
  worker.join();
  clock_.Advance(seconds(1));
  ASSERT_TRUE(Submit(scheduler_.BeginUse()).ok());
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(TakeNow(), 0U);
  const Scheduler::TurnState state = scheduler_.turn_state();
  EXPECT_FALSE(state.is_idle);
  EXPECT_EQ(state.waiting_since, clock_.Now());
  EXPECT_EQ(state.last_used, clock_.Now());
  // The limit of the queue holds.
  JobList many = maker_.MakeList({{}, {}, {}, {}});
  EXPECT_EQ(scheduler_.Submit(many).code(),
            absl::StatusCode::kResourceExhausted);
  scheduler_.Resume();
  EXPECT_EQ(TakeNow(), 1U);
}

TEST_F(SchedulerTurnTest, WaitingJobsExpireAndAreCancelled) {
  ASSERT_TRUE(scheduler_.PauseIfIdle());
  std::atomic<bool> cancelled = false;
  ASSERT_TRUE(Submit(0, {.deadline = clock_.Now() + seconds(5)}).ok());
  ASSERT_TRUE(Submit(0, {.cancelled = &cancelled}).ok());
  EXPECT_EQ(scheduler_.turn_state().earliest_deadline,
            clock_.Now() + seconds(5));
  cancelled = true;
  scheduler_.DropCancelled();
  EXPECT_EQ(maker_.CodesOf(0), "");
  EXPECT_EQ(maker_.CodesOf(1), "CANCELLED");
  clock_.Advance(seconds(5));
  scheduler_.DropCancelled();
  EXPECT_EQ(maker_.CodesOf(0), "DEADLINE_EXCEEDED");
  EXPECT_EQ(scheduler_.turn_state().waiting_since, std::nullopt);
}

TEST_F(SchedulerTurnTest, AFailedLoadCompletesTheWaitingJobs) {
  ASSERT_TRUE(scheduler_.PauseIfIdle());
  ASSERT_TRUE(Submit(0).ok());
  scheduler_.FailWaiting(absl::UnavailableError("broken"));
  EXPECT_EQ(maker_.CodesOf(0), "UNAVAILABLE");
  ASSERT_TRUE(Submit(0).ok());
  EXPECT_EQ(calls_, 2);
  scheduler_.Resume();
  EXPECT_EQ(TakeNow(), 1U);
}

TEST_F(SchedulerTurnTest, AClosedTurnHoldsNewRequests) {
  const int64_t present = scheduler_.BeginUse();
  ASSERT_TRUE(Submit(present).ok());
  scheduler_.CloseTurn();
  const int64_t next = scheduler_.BeginUse();
  ASSERT_TRUE(Submit(next).ok());
  EXPECT_EQ(calls_, 1);
  EXPECT_EQ(TakeNow(), 1U);
  // A further attempt of the present request.
  JobList again = maker_.MakeList({{}});
  again.front()->spec().turn = present;
  scheduler_.SubmitAgain(again);
  EXPECT_EQ(TakeNow(), 1U);
  EXPECT_EQ(TakeNow(), 0U);
  EXPECT_FALSE(scheduler_.PauseIfIdle());
  scheduler_.EndUse(present);
  EXPECT_TRUE(scheduler_.PauseIfIdle());
  EXPECT_TRUE(scheduler_.turn_state().waiting_since.has_value());
  scheduler_.Resume();
  EXPECT_EQ(TakeNow(), 1U);
  scheduler_.EndUse(next);
  EXPECT_TRUE(scheduler_.turn_state().is_idle);
}

TEST_F(SchedulerTurnTest, AnOpenedTurnServesTheRequestsThatWaited) {
  const int64_t present = scheduler_.BeginUse();
  scheduler_.CloseTurn();
  ASSERT_TRUE(Submit(scheduler_.BeginUse()).ok());
  EXPECT_EQ(TakeNow(), 0U);
  scheduler_.NextTurn();
  EXPECT_EQ(TakeNow(), 1U);
  EXPECT_EQ(scheduler_.BeginUse(), present + 1);
}

TEST_F(SchedulerTurnTest, TheDestructorCompletesTheJobsOfAllTurns) {
  {
    Scheduler scheduler({.max_jobs = 4, .max_tokens = 100}, clock_);
    scheduler.CloseTurn();
    JobList jobs = maker_.MakeList({{}});
    jobs.front()->spec().turn = scheduler.BeginUse();
    ASSERT_TRUE(scheduler.Submit(jobs).ok());
  }
  EXPECT_EQ(maker_.CodesOf(0), "UNAVAILABLE");
}

}  // namespace
}  // namespace interpres
