#include "server/scheduling/job_queue.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kStart = TimePoint(std::chrono::hours(1));

std::vector<int32_t> FirstTokens(const JobList& jobs) {
  std::vector<int32_t> tokens;
  for (const auto& job : jobs) {
    tokens.push_back(job->spec().source.front());
  }
  return tokens;
}

TEST(JobQueueTest, IsFirstInFirstOut) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.token = 1}, {.token = 2}, {.token = 3}});
  queue.PushBack(jobs);
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(FirstTokens(queue.PopFront(2)), (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(FirstTokens(queue.PopFront(2)), (std::vector<int32_t>{3}));
  EXPECT_TRUE(queue.empty());
}

TEST(JobQueueTest, ReturnedJobsComeFirstInTheirOrder) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.token = 1}, {.token = 2}, {.token = 3}});
  queue.PushBack(jobs);
  JobList taken = queue.PopFront(2);
  queue.PushFront(taken);
  EXPECT_EQ(FirstTokens(queue.PopFront(9)), (std::vector<int32_t>{1, 2, 3}));
}

TEST(JobQueueTest, KeepsItsSums) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.tokens = 5, .beam_size = 4}, {.tokens = 7}});
  queue.PushBack(jobs);
  EXPECT_EQ(queue.load(), (QueueLoad{.jobs = 2, .tokens = 12, .work = 27}));
  const JobList taken = queue.PopFront(1);
  EXPECT_EQ(queue.load(), (QueueLoad{.jobs = 1, .tokens = 7, .work = 7}));
}

TEST(JobTest, WorkIsWhatIsFed) {
  const auto work = [](const DecodingOptions& options) {
    Job job({.source = {1, 2, 3}, .options = options, .target_prefix = {4, 5}},
            nullptr);
    return job.work();
  };
  DecodingOptions options{.beam_size = 4, .n_best = 2};
  EXPECT_EQ(work(options), 3 * 4 + 2);
  options.attention = AttentionOptions{};
  EXPECT_EQ(work(options), 3 * (4 + 2) + 2) << "the result is fed once more";
}

TEST(JobQueueTest, TakesTheExpiredOnly) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs =
      maker.MakeList({{.deadline = kStart + seconds(9), .token = 1},
                      {.token = 2},
                      {.deadline = kStart + seconds(5), .token = 3}});
  queue.PushBack(jobs);
  EXPECT_TRUE(queue.TakeExpired(kStart + seconds(4)).empty());
  EXPECT_EQ(FirstTokens(queue.TakeExpired(kStart + seconds(5))),
            (std::vector<int32_t>{3}));
  EXPECT_EQ(FirstTokens(queue.TakeExpired(kStart + seconds(60))),
            (std::vector<int32_t>{1}));
  EXPECT_EQ(queue.load().jobs, 1);
}

TEST(JobQueueTest, TakesTheCancelledOnly) {
  JobMaker maker;
  std::atomic<bool> cancelled = true;
  JobQueue queue;
  JobList jobs =
      maker.MakeList({{.token = 1}, {.cancelled = &cancelled, .token = 2}});
  queue.PushBack(jobs);
  EXPECT_EQ(FirstTokens(queue.TakeCancelled()), (std::vector<int32_t>{2}));
  EXPECT_EQ(queue.load().jobs, 1);
}

TEST(JobTest, CompletesOnce) {
  JobMaker maker;
  auto job = maker.Make({});
  job->Complete(absl::CancelledError(""));
  job->Complete(absl::OkStatus());
  job = nullptr;
  EXPECT_EQ(maker.CodesOf(0), "CANCELLED");
}

TEST(JobTest, AnAbandonedJobNeverCompletes) {
  JobMaker maker;
  maker.Make({})->Abandon();
  EXPECT_EQ(maker.CodesOf(0), "");
}

TEST(JobTest, ADroppedJobStillCompletes) {
  JobMaker maker;
  maker.Make({}) = nullptr;
  EXPECT_EQ(maker.CodesOf(0), "INTERNAL");
}

}  // namespace
}  // namespace interpres
