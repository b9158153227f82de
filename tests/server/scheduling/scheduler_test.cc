#include "server/scheduling/scheduler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/testing/fake_clock.h"
#include "tests/testing/job_maker.h"
#include "tests/testing/take_jobs.h"

namespace interpres {
namespace {

using std::chrono::seconds;

class SchedulerTest : public ::testing::Test {
 protected:
  absl::Status Submit(const std::vector<JobMaker::Spec>& specs) {
    JobList jobs = maker_.MakeList(specs);
    return scheduler_.Submit(jobs);
  }
  JobList TakeNow(int64_t limit) { return scheduler_.Take(limit); }

  JobMaker maker_;
  FakeClock clock_;
  Scheduler scheduler_{{.max_jobs = 4, .max_tokens = 100}, clock_};
};

TEST_F(SchedulerTest, TakeReturnsJobsInOrderUpToTheLimit) {
  ASSERT_TRUE(Submit({{.token = 1}, {.token = 2}, {.token = 3}}).ok());
  const JobList first = TakeNow(2);
  ASSERT_EQ(first.size(), 2U);
  EXPECT_EQ(first[0]->spec().sentence.source.front(), 1);
  EXPECT_EQ(first[1]->spec().sentence.source.front(), 2);
  EXPECT_EQ(first[0]->queued_at, clock_.Now());
  EXPECT_EQ(TakeNow(2).size(), 1U);
  EXPECT_TRUE(TakeNow(2).empty());
}

TEST_F(SchedulerTest, SubmitAcceptsAllJobsOrNone) {
  ASSERT_TRUE(Submit({{}, {}, {}}).ok());
  JobList jobs = maker_.MakeList({{}, {}});
  EXPECT_EQ(scheduler_.Submit(jobs).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(jobs.size(), 2U);  // still the caller's
  EXPECT_EQ(scheduler_.load().jobs, 3);
  EXPECT_EQ(maker_.CodesOf(3), "");
}

TEST_F(SchedulerTest, TheBacklogCountsUntilItIsQueued) {
  JobList jobs = maker_.MakeList({{}});
  const QueueLoad backlog = {.jobs = 2, .tokens = 6, .cost = 6};
  const auto accept = [](const JobList&) { return absl::OkStatus(); };
  ASSERT_TRUE(scheduler_.Submit(jobs, backlog, accept).ok());
  EXPECT_EQ(scheduler_.load(), (QueueLoad{.jobs = 3, .tokens = 9, .cost = 9}));
  EXPECT_EQ(scheduler_.CostAheadOf({}, 1), 9);
  EXPECT_EQ(TakeNow(9).size(), 1U);
  JobList next = maker_.MakeList({{}});
  scheduler_.SubmitBacklog(next);
  EXPECT_EQ(scheduler_.load(), (QueueLoad{.jobs = 2, .tokens = 6, .cost = 6}));
  scheduler_.DropBacklog({}, {.jobs = 1, .tokens = 3, .cost = 3});
  EXPECT_EQ(scheduler_.load(), (QueueLoad{.jobs = 1, .tokens = 3, .cost = 3}));
  EXPECT_EQ(TakeNow(9).size(), 1U);
}

TEST_F(SchedulerTest, AnAcceptedBacklogNeedsNoRoomAndOutlivesClose) {
  JobList jobs = maker_.MakeList({{}});
  const QueueLoad backlog = {.jobs = 6, .tokens = 18, .cost = 18};
  const auto accept = [](const JobList&) { return absl::OkStatus(); };
  ASSERT_TRUE(scheduler_.Submit(jobs, backlog, accept).ok());
  scheduler_.Close();
  JobList rest = maker_.MakeList({{}, {}, {}, {}, {}, {}});
  scheduler_.SubmitBacklog(rest);
  EXPECT_TRUE(rest.empty());
  EXPECT_EQ(TakeNow(9).size(), 7U);
}

TEST_F(SchedulerTest, ARefusedRequestHasNoBacklog) {
  scheduler_.Close();
  JobList jobs = maker_.MakeList({{}});
  const auto accept = [](const JobList&) { return absl::OkStatus(); };
  EXPECT_FALSE(
      scheduler_.Submit(jobs, {.jobs = 1, .tokens = 3, .cost = 3}, accept)
          .ok());
  EXPECT_EQ(scheduler_.load(), QueueLoad());
}

TEST_F(SchedulerTest, ExpiredJobsCompleteAtTheNextTake) {
  ASSERT_TRUE(
      Submit({{.deadline = clock_.Now() + seconds(2)}, {.token = 2}}).ok());
  clock_.Advance(seconds(2));
  EXPECT_TRUE(TakeNow(0).empty());  // a full worker looks too
  EXPECT_EQ(maker_.CodesOf(0), "DEADLINE_EXCEEDED");
  EXPECT_EQ(maker_.CodesOf(1), "");
  EXPECT_EQ(TakeNow(9).size(), 1U);
}

TEST_F(SchedulerTest, CancelledJobsCompleteAndMakeRoom) {
  std::atomic<bool> cancelled = false;
  ASSERT_TRUE(
      Submit({{.cancelled = &cancelled}, {.cancelled = &cancelled}, {}, {}})
          .ok());
  EXPECT_FALSE(Submit({{}}).ok());
  cancelled = true;
  scheduler_.DropCancelled();
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  EXPECT_TRUE(Submit({{}}).ok());
}

// A call can be cancelled while its jobs are made.
TEST_F(SchedulerTest, AJobThatWasCancelledBeforeItWasQueuedCompletes) {
  std::atomic<bool> cancelled = true;
  ASSERT_TRUE(Submit({{.cancelled = &cancelled}, {}}).ok());
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  EXPECT_EQ(scheduler_.load().jobs, 1);
}

TEST_F(SchedulerTest, AReturnedJobThatWasCancelledIsNotTakenAgain) {
  std::atomic<bool> cancelled = false;
  ASSERT_TRUE(Submit({{.cancelled = &cancelled}}).ok());
  JobList taken = TakeNow(1);
  cancelled = true;
  scheduler_.DropCancelled();
  scheduler_.Return(std::move(taken));
  EXPECT_TRUE(TakeNow(1).empty());
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
}

TEST_F(SchedulerTest, ReturnedJobsKeepTheirTurn) {
  ASSERT_TRUE(Submit({{.token = 1}, {.token = 2}, {.token = 3}}).ok());
  scheduler_.Return(TakeNow(2));
  EXPECT_EQ(TakeNow(1).front()->spec().sentence.source.front(), 1);
}

TEST_F(SchedulerTest, CloseRejectsNewJobsAndKeepsTheAcceptedOnes) {
  ASSERT_TRUE(Submit({{}}).ok());
  scheduler_.Close();
  EXPECT_EQ(Submit({{}}).code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(TakeWhenReady(scheduler_, 1).size(), 1U);
  EXPECT_TRUE(TakeWhenReady(scheduler_, 1).empty());
}

TEST_F(SchedulerTest, CloseWakesABlockedTaker) {
  std::thread taker(
      [this] { EXPECT_TRUE(TakeWhenReady(scheduler_, 1).empty()); });
  scheduler_.Close();
  taker.join();
}

TEST_F(SchedulerTest, ABlockedTakerGetsASubmittedJob) {
  std::thread taker(
      [this] { EXPECT_EQ(TakeWhenReady(scheduler_, 4).size(), 1U); });
  ASSERT_TRUE(Submit({{}}).ok());
  taker.join();
}

TEST_F(SchedulerTest, ABlockedTakerGetsAReturnedJob) {
  ASSERT_TRUE(Submit({{}}).ok());
  JobList held = TakeNow(1);
  std::thread taker(
      [this] { EXPECT_EQ(TakeWhenReady(scheduler_, 1).size(), 1U); });
  scheduler_.Return(std::move(held));
  taker.join();
}

TEST_F(SchedulerTest, CallsTheListenerForEachDroppedJob) {
  std::atomic<int> dropped = 0;
  scheduler_.SetDropListener([&dropped](const absl::Status& status) {
    EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
    ++dropped;
  });
  ASSERT_TRUE(Submit({{.deadline = clock_.Now()}, {}}).ok());
  EXPECT_EQ(TakeNow(4).size(), 1U);
  EXPECT_EQ(dropped, 1);
}

TEST(SchedulerLifetimeTest, JobsStillQueuedCompleteWithUnavailable) {
  JobMaker maker;
  FakeClock clock;
  {
    Scheduler scheduler({}, clock);
    JobList jobs = maker.MakeList({{}});
    ASSERT_TRUE(scheduler.Submit(jobs).ok());
  }
  EXPECT_EQ(maker.CodesOf(0), "UNAVAILABLE");
}

// ServedModel destroys its metrics, which its listeners use, first.
TEST(SchedulerLifetimeTest, TheDestructorCallsNoListener) {
  JobMaker maker;
  FakeClock clock;
  int calls = 0;
  {
    Scheduler scheduler({}, clock);
    scheduler.SetDropListener([&calls](const absl::Status&) { ++calls; });
    JobList jobs = maker.MakeList({{}, {.deadline = clock.Now()}});
    ASSERT_TRUE(scheduler.Submit(jobs).ok());
  }
  EXPECT_EQ(maker.CodesOf(1), "UNAVAILABLE");
  EXPECT_EQ(calls, 0);
}

// Runs submitters, takers and a canceller concurrently, with and without a
// cache.
class SchedulerContentionTest : public ::testing::TestWithParam<int64_t> {};

TEST_P(SchedulerContentionTest, EveryAcceptedJobCompletesOnce) {
  constexpr int kSubmitters = 4;
  constexpr int kEach = 250;
  JobMaker cancellable;
  JobMaker others;
  RealClock clock;
  std::atomic<bool> cancelled = false;
  std::atomic<int> running = kSubmitters;
  Scheduler scheduler({.max_jobs = 1 << 20, .max_tokens = 1 << 20}, clock,
                      GetParam());
  std::vector<std::thread> threads;
  for (int i = 0; i < kSubmitters; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kEach; ++j) {
        JobList jobs = j % 3 == 0
                           ? cancellable.MakeList(
                                 {{.cancelled = &cancelled, .token = j % 40}})
                           : others.MakeList({{.token = j % 40}});
        EXPECT_TRUE(scheduler.Submit(jobs).ok());
      }
      --running;
    });
  }
  std::vector<std::thread> takers;
  for (int i = 0; i < 2; ++i) {
    takers.emplace_back([&] {
      for (int round = 0;; ++round) {
        JobList jobs = TakeWhenReady(scheduler, 3);
        if (jobs.empty()) {
          return;
        }
        if (round % 4 == 0) {
          scheduler.Return(std::move(jobs));
          continue;
        }
        for (const auto& job : jobs) {
          job->Complete(job->IsCancelled() ? absl::CancelledError("")
                                           : absl::OkStatus());
        }
      }
    });
  }
  while (running > 0) {
    cancelled = true;
    scheduler.DropCancelled();
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  scheduler.Close();
  for (std::thread& thread : takers) {
    thread.join();
  }
  constexpr int kCancellable = kSubmitters * ((kEach + 2) / 3);
  for (int i = 0; i < kCancellable; ++i) {
    const std::string codes = cancellable.CodesOf(i);
    EXPECT_TRUE(codes == "OK" || codes == "CANCELLED") << i << ": " << codes;
  }
  for (int i = 0; i < kSubmitters * kEach - kCancellable; ++i) {
    EXPECT_EQ(others.CodesOf(i), "OK") << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Reuse, SchedulerContentionTest,
                         ::testing::Values(0, 1 << 20));

}  // namespace
}  // namespace interpres
