// Tests of Scheduler with a cache: equal jobs are translated once.

#include <gtest/gtest.h>

#include <atomic>
#include <iterator>
#include <thread>
#include <vector>

#include "server/scheduling/scheduler.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/job_maker.h"
#include "tests/testing/take_jobs.h"

namespace interpres {
namespace {

using std::chrono::seconds;

class SchedulerReuseTest : public ::testing::Test {
 protected:
  SchedulerReuseTest() {
    scheduler_.SetReuseListener([this](Scheduler::Reuse reuse) {
      ++(reuse == Scheduler::Reuse::kCached ? cached_ : shared_);
    });
  }

  void Submit(const std::vector<JobMaker::Spec>& specs) {
    JobList jobs = maker_.MakeList(specs);
    ASSERT_TRUE(scheduler_.Submit(jobs).ok());
  }
  JobList TakeNow() { return scheduler_.Take(9); }

  static void Finish(Job& job, int32_t token) {
    job.Complete(JobOutcome{
        .hypotheses = {Hypothesis{.tokens = {token},
                                  .token_log_probabilities = {-0.5F}}}});
  }
  int32_t TokenOf(size_t index) const {
    return maker_.OutcomeOf(index).hypotheses.front().tokens.front();
  }

  std::atomic<int> cached_ = 0;
  std::atomic<int> shared_ = 0;
  JobMaker maker_;
  FakeClock clock_;
  Scheduler scheduler_{{}, clock_, 1 << 20};
};

TEST_F(SchedulerReuseTest, AnEqualJobWaitsForTheOneThatAWorkerHas) {
  Submit({{.token = 1}, {.token = 1}, {.token = 2}});
  const JobList taken = TakeNow();
  ASSERT_EQ(taken.size(), 2U);
  clock_.Advance(seconds(3));
  Finish(*taken[0], 7);
  EXPECT_EQ(TokenOf(0), 7);
  EXPECT_EQ(TokenOf(1), 7);
  EXPECT_EQ(maker_.OutcomeOf(1).times.queue, 3.0);
  EXPECT_EQ(maker_.CodesOf(2), "");
  EXPECT_EQ(shared_, 1);
  EXPECT_EQ(cached_, 0);
}

TEST_F(SchedulerReuseTest, ALaterEqualJobGetsTheCachedResult) {
  Submit({{.token = 1}});
  Finish(*TakeNow().front(), 7);
  Submit({{.token = 1}});
  EXPECT_TRUE(TakeNow().empty());
  EXPECT_EQ(TokenOf(1), 7);
  EXPECT_EQ(cached_, 1);
}

TEST_F(SchedulerReuseTest, AdmissionDecidesOnTheJobsThatAreNotCached) {
  Submit({{.token = 1}});
  Finish(*TakeNow().front(), 7);
  JobList jobs = maker_.MakeList({{.token = 1}, {.token = 2}, {.token = 1}});
  int64_t checked = 0;
  const absl::Status status =
      scheduler_.Submit(jobs, {}, [&checked](const JobList& uncached) {
        checked = std::ssize(uncached);
        return absl::ResourceExhaustedError("");
      });
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(checked, 1);
  ASSERT_EQ(jobs.size(), 1U);  // still the caller's
  EXPECT_EQ(jobs.front()->spec().sentence.source.front(), 2);
  EXPECT_EQ(scheduler_.load().jobs, 0);
  EXPECT_EQ(TokenOf(1), 7);
  EXPECT_EQ(maker_.CodesOf(2), "");
  EXPECT_EQ(TokenOf(3), 7);
}

TEST_F(SchedulerReuseTest, CachedJobsNeedNoAdmission) {
  Submit({{.token = 1}});
  Finish(*TakeNow().front(), 7);
  scheduler_.Close();
  JobList jobs = maker_.MakeList({{.token = 1}, {.token = 1}});
  const auto reject = [](const JobList&) {
    return absl::ResourceExhaustedError("");
  };
  EXPECT_TRUE(scheduler_.Submit(jobs, {}, reject).ok());
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(TokenOf(1), 7);
  EXPECT_EQ(TokenOf(2), 7);
}

TEST_F(SchedulerReuseTest, ABacklogNeedsAdmissionEvenIfTheFirstJobsAreCached) {
  Submit({{.token = 1}});
  Finish(*TakeNow().front(), 7);
  JobList jobs = maker_.MakeList({{.token = 1}});
  const QueueLoad backlog = {.jobs = 1, .tokens = 3, .cost = 3};
  const auto reject = [](const JobList&) {
    return absl::ResourceExhaustedError("");
  };
  EXPECT_FALSE(scheduler_.Submit(jobs, backlog, reject).ok());
  EXPECT_EQ(scheduler_.load(), QueueLoad());
}

TEST_F(SchedulerReuseTest, JobsOfTheBacklogReuseResultsToo) {
  Submit({{.token = 1}});
  const JobList first = TakeNow();
  JobList jobs = maker_.MakeList({{.token = 2}});
  const QueueLoad backlog = {.jobs = 1, .tokens = 3, .cost = 3};
  const auto accept = [](const JobList&) { return absl::OkStatus(); };
  ASSERT_TRUE(scheduler_.Submit(jobs, backlog, accept).ok());
  Finish(*first.front(), 7);
  JobList rest = maker_.MakeList({{.token = 1}});
  scheduler_.SubmitBacklog(rest);
  EXPECT_EQ(TokenOf(2), 7);
  EXPECT_EQ(scheduler_.load().jobs, 1);
}

TEST_F(SchedulerReuseTest, CachedJobsNeedNoRoomInTheQueue) {
  Scheduler small({.max_jobs = 1, .max_tokens = 100}, clock_, 1 << 20);
  JobList jobs = maker_.MakeList({{.token = 1}});
  ASSERT_TRUE(small.Submit(jobs).ok());
  Finish(*small.Take(1).front(), 7);
  jobs = maker_.MakeList({{.token = 2}});
  ASSERT_TRUE(small.Submit(jobs).ok());
  jobs = maker_.MakeList({{.token = 1}, {.token = 1}});
  EXPECT_TRUE(small.Submit(jobs).ok());
  EXPECT_EQ(TokenOf(2), 7);
  EXPECT_EQ(TokenOf(3), 7);
}

TEST_F(SchedulerReuseTest, JobsThatNeedNoWorkerAreNotCharged) {
  constexpr Flow kFirstFlow = {.client = 1};
  constexpr Flow kSecondFlow = {.client = 2};
  Submit({{.flow = kFirstFlow, .token = 1}, {.flow = kFirstFlow, .token = 1}});
  Submit({{.flow = kFirstFlow, .token = 2}, {.flow = kFirstFlow, .token = 3}});
  Submit(
      {{.flow = kSecondFlow, .token = 4}, {.flow = kSecondFlow, .token = 5}});
  std::vector<int32_t> order;
  JobList held;
  for (int i = 0; i < 5; ++i) {
    held.push_back(std::move(scheduler_.Take(1).front()));
    order.push_back(held.back()->spec().sentence.source.front());
  }
  // The second job waits for the first one, and the first client pays for one
  // of them.
  EXPECT_EQ(order, (std::vector<int32_t>{1, 4, 2, 5, 3}));
}

// A key takes O(tokens) to compute and to copy, so a job gets one key, before
// the scheduler locks, and InFlight and the cache share it.
TEST_F(SchedulerReuseTest, AJobHasOneKeyThatIsNeverCopied) {
  Submit({{.token = 1}});
  JobList jobs = TakeNow();
  const SharedKey key = jobs.front()->key();
  EXPECT_EQ(key.use_count(), 4);  // `key`, the job, its observer, InFlight
  scheduler_.Return(std::move(jobs));
  EXPECT_EQ(key.use_count(), 2);
  jobs = TakeNow();
  EXPECT_EQ(jobs.front()->key(), key);
  Finish(*jobs.front(), 7);
  jobs.clear();
  EXPECT_EQ(key.use_count(), 3);  // `key`, and both containers of the cache
}

TEST_F(SchedulerReuseTest, ARejectedJobKeepsItsKey) {
  scheduler_.Close();
  JobList jobs = maker_.MakeList({{}});
  EXPECT_FALSE(scheduler_.Submit(jobs).ok());
  const SharedKey key = jobs.front()->key();
  ASSERT_NE(key, nullptr);
  EXPECT_FALSE(scheduler_.Submit(jobs).ok());
  EXPECT_EQ(jobs.front()->key(), key);
}

TEST_F(SchedulerReuseTest, OtherOptionsAreAnotherTranslation) {
  Submit({{.beam_size = 1}, {.beam_size = 2}});
  EXPECT_EQ(TakeNow().size(), 2U);
}

TEST_F(SchedulerReuseTest, AnEqualJobTakesOverIfTheFirstIsCancelled) {
  std::atomic<bool> cancelled = false;
  Submit({{.cancelled = &cancelled}, {}, {}});
  const JobList first = TakeNow();
  ASSERT_EQ(first.size(), 1U);
  cancelled = true;
  first.front()->Complete(absl::CancelledError(""));
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  EXPECT_EQ(maker_.CodesOf(1), "");
  const JobList second = TakeNow();
  ASSERT_EQ(second.size(), 1U);
  Finish(*second.front(), 7);
  EXPECT_EQ(TokenOf(1), 7);
  EXPECT_EQ(TokenOf(2), 7);
}

TEST_F(SchedulerReuseTest, AnErrorIsNeitherSharedNorCached) {
  Submit({{}, {}});
  TakeNow().front()->Complete(absl::InternalError(""));
  EXPECT_EQ(maker_.CodesOf(0), "INTERNAL");
  EXPECT_EQ(maker_.CodesOf(1), "");
  EXPECT_EQ(TakeNow().size(), 1U);
  EXPECT_EQ(cached_ + shared_, 0);
}

TEST_F(SchedulerReuseTest, AWaitingJobExpiresAtItsOwnDeadline) {
  Submit({{}, {.deadline = clock_.Now() + seconds(2)}});
  const JobList first = TakeNow();
  ASSERT_EQ(first.size(), 1U);
  clock_.Advance(seconds(2));
  EXPECT_TRUE(TakeNow().empty());
  EXPECT_EQ(maker_.CodesOf(1), "DEADLINE_EXCEEDED");
  Finish(*first.front(), 7);
  EXPECT_EQ(maker_.CodesOf(1), "DEADLINE_EXCEEDED");
}

TEST_F(SchedulerReuseTest, DropCancelledCompletesAWaitingJob) {
  std::atomic<bool> cancelled = false;
  Submit({{}, {.cancelled = &cancelled}});
  const JobList first = TakeNow();
  ASSERT_EQ(first.size(), 1U);
  cancelled = true;
  scheduler_.DropCancelled();
  EXPECT_EQ(maker_.CodesOf(1), "CANCELLED");
}

TEST_F(SchedulerReuseTest, AReturnedJobPrecedesTheJobsThatWaitedForIt) {
  Submit({{}, {}});
  JobList first = TakeNow();
  ASSERT_EQ(first.size(), 1U);
  const Job* job = first.front().get();
  scheduler_.Return(std::move(first));
  const JobList again = TakeNow();
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().get(), job);
  Finish(*again.front(), 7);
  EXPECT_EQ(TokenOf(0), 7);
  EXPECT_EQ(TokenOf(1), 7);
}

TEST_F(SchedulerReuseTest, ABlockedTakerGetsTheJobThatTakesOver) {
  Submit({{}, {}});
  const JobList first = TakeNow();
  ASSERT_EQ(first.size(), 1U);
  std::thread taker([this] {
    const JobList jobs = TakeWhenReady(scheduler_, 1);
    ASSERT_EQ(jobs.size(), 1U);
    Finish(*jobs.front(), 7);
  });
  first.front()->Complete(absl::CancelledError(""));
  taker.join();
  EXPECT_EQ(TokenOf(1), 7);
}

TEST(SchedulerWithoutCacheTest, WorkersGetEveryJob) {
  JobMaker maker;
  FakeClock clock;
  Scheduler scheduler({}, clock);
  JobList jobs = maker.MakeList({{}, {}});
  ASSERT_TRUE(scheduler.Submit(jobs).ok());
  EXPECT_EQ(scheduler.Take(9).size(), 2U);
}

}  // namespace
}  // namespace interpres
