#include "server/scheduling/job_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <vector>

#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::seconds;
const TimePoint kBegin = TimePoint(std::chrono::hours(1));

std::vector<int32_t> FirstTokens(const JobList& jobs) {
  std::vector<int32_t> tokens;
  for (const auto& job : jobs) {
    tokens.push_back(job->spec().sentence.source.front());
  }
  return tokens;
}

// Pops up to `limit` jobs.
JobList Pop(JobQueue& queue, int limit) {
  JobList jobs;
  while (!queue.empty() && std::ssize(jobs) < limit) {
    jobs.push_back(queue.PopCharged());
  }
  return jobs;
}

void PutBack(JobList jobs, JobQueue& queue) {
  for (auto job = jobs.rbegin(); job != jobs.rend(); ++job) {
    queue.PutBack(std::move(*job));
  }
}

// Pushes `count` equal jobs.
void PushAlike(std::size_t count, const JobMaker::Spec& spec, JobMaker& maker,
               JobQueue& queue) {
  JobList jobs = maker.MakeList(std::vector<JobMaker::Spec>(count, spec));
  queue.PushBack(jobs);
}

TEST(JobQueueTest, IsFirstInFirstOut) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.token = 1}, {.token = 2}, {.token = 3}});
  queue.PushBack(jobs);
  EXPECT_TRUE(jobs.empty());
  EXPECT_EQ(FirstTokens(Pop(queue, 2)), (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(FirstTokens(Pop(queue, 2)), (std::vector<int32_t>{3}));
  EXPECT_TRUE(queue.empty());
}

TEST(JobQueueTest, ReturnedJobsComeFirstInTheirOrder) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.token = 1}, {.token = 2}, {.token = 3}});
  queue.PushBack(jobs);
  JobList taken = Pop(queue, 2);
  queue.PushFront(taken);
  EXPECT_EQ(FirstTokens(Pop(queue, 9)), (std::vector<int32_t>{1, 2, 3}));
}

constexpr Flow kAnnasFlow = {.client = 1};
constexpr Flow kBensFlow = {.client = 2};
constexpr Flow kBatch = {.priority = Priority::kBatch, .client = 1};

TEST(JobQueueTest, ClientsTakeTurns) {
  JobMaker maker;
  JobQueue queue;
  JobList few = maker.MakeList(
      {{.flow = kBensFlow, .token = 2}, {.flow = kBensFlow, .token = 3}});
  PushAlike(4, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  queue.PushBack(few);
  EXPECT_EQ(FirstTokens(Pop(queue, 9)),
            (std::vector<int32_t>{1, 2, 1, 3, 1, 1}));
}

TEST(JobQueueTest, SharesAreOfCostNotOfJobs) {
  JobMaker maker;
  JobQueue queue;
  JobList large = maker.MakeList(std::vector<JobMaker::Spec>(
      2, {.tokens = 8, .beam_size = 4, .flow = kAnnasFlow, .token = 1}));
  queue.PushBack(large);
  PushAlike(6, {.tokens = 8, .flow = kBensFlow, .token = 2}, maker, queue);
  EXPECT_EQ(FirstTokens(Pop(queue, 9)),
            (std::vector<int32_t>{1, 2, 2, 2, 2, 1, 2, 2}));
}

TEST(JobQueueTest, AClientSavesUpNoTurns) {
  JobMaker maker;
  JobQueue queue;
  JobList first = maker.MakeList(
      std::vector<JobMaker::Spec>(8, {.flow = kAnnasFlow, .token = 1}));
  queue.PushBack(first);
  EXPECT_EQ(Pop(queue, 4).size(), 4U);
  // Ben had no jobs until now. From now on he takes turns with Anna.
  PushAlike(3, {.flow = kBensFlow, .token = 2}, maker, queue);
  const std::vector<int32_t> next = FirstTokens(Pop(queue, 4));
  EXPECT_EQ(std::count(next.begin(), next.end(), 2), 2);
}

TEST(JobQueueTest, LeavingAndComingBackGainsNothing) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(9, {.flow = kBensFlow, .token = 2}, maker, queue);
  int served = 0;
  for (int round = 0; round < 8; ++round) {
    // Anna has one job at a time.
    if (round == 0 || served > 0) {
      JobList one = maker.MakeList({{.flow = kAnnasFlow, .token = 1}});
      queue.PushBack(one);
    }
    served += FirstTokens(Pop(queue, 1)).front() == 1 ? 1 : 0;
  }
  EXPECT_EQ(served, 4);
}

TEST(JobQueueTest, InteractiveJobsGetMoreAndBatchJobsDoNotStarve) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(40, {.flow = kBatch, .token = 2}, maker, queue);
  PushAlike(40, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  const std::vector<int32_t> order = FirstTokens(Pop(queue, 36));
  EXPECT_EQ(std::count(order.begin(), order.end(), 2), 4);
  EXPECT_EQ(std::count(order.begin(), order.begin() + 9, 2), 1);
}

TEST(JobQueueTest, ManyBatchClientsWeighNoMoreThanOne) {
  JobMaker maker;
  JobQueue queue;
  JobList batch;
  for (uint64_t client = 0; client < 20; ++client) {
    batch.push_back(
        maker.Make({.flow = {.priority = Priority::kBatch, .client = client},
                    .token = 2}));
  }
  queue.PushBack(batch);
  PushAlike(20, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  const std::vector<int32_t> order = FirstTokens(Pop(queue, 18));
  EXPECT_EQ(std::count(order.begin(), order.end(), 2), 2);
}

TEST(JobQueueTest, NewClientsDoNotDelayOneWithManyJobs) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(50, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  int served = 0;
  for (uint64_t client = 100; client < 140; ++client) {
    // Each round has one new client with one job.
    JobList one = maker.MakeList({{.flow = {.client = client}, .token = 2}});
    queue.PushBack(one);
    served += FirstTokens(Pop(queue, 1)).front() == 1 ? 1 : 0;
  }
  // The number of waiting clients grows with each of her turns.
  EXPECT_GE(served, 6);
}

TEST(JobQueueTest, PutBackRestoresTheOrder) {
  JobMaker maker;
  JobQueue queue;
  JobList ben = maker.MakeList({{.flow = kBensFlow, .token = 3}});
  PushAlike(10, {.flow = kBatch, .token = 2}, maker, queue);
  PushAlike(10, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  queue.PushBack(ben);
  JobList all = Pop(queue, 21);
  const std::vector<int32_t> order = FirstTokens(all);
  EXPECT_EQ(std::count(order.begin(), order.begin() + 3, 3), 1);
  EXPECT_EQ(std::count(order.begin(), order.begin() + 9, 2), 1);
  PutBack(std::move(all), queue);
  for (const int taken : {15, 21, 4}) {
    PutBack(Pop(queue, taken), queue);
  }
  EXPECT_EQ(FirstTokens(Pop(queue, 21)), order);
}

void PopFree(int times, JobQueue& queue) {
  for (int i = 0; i < times; ++i) {
    queue.PopFree();
  }
}

TEST(JobQueueTest, JobsThatLeaveFreeAreNotCharged) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(6, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  PopFree(4, queue);
  PushAlike(2, {.flow = kBensFlow, .token = 2}, maker, queue);
  EXPECT_EQ(FirstTokens(Pop(queue, 4)), (std::vector<int32_t>{1, 2, 1, 2}));
}

TEST(JobQueueTest, JobsThatLeaveFreeDoNotDelayTheOtherPriority) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(90, {.flow = kBatch, .token = 1}, maker, queue);
  PopFree(80, queue);
  PushAlike(2, {.flow = kAnnasFlow, .token = 2}, maker, queue);
  EXPECT_EQ(FirstTokens(Pop(queue, 3)), (std::vector<int32_t>{2, 1, 2}));
}

// A worker that is full may take batch jobs and return them at every step.
TEST(JobQueueTest, PutBackDoesNotDelayTheOtherPriority) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(9, {.flow = kBatch, .token = 1}, maker, queue);
  for (int step = 0; step < 50; ++step) {
    PutBack(Pop(queue, 8), queue);
  }
  PushAlike(8, {.flow = kAnnasFlow, .token = 2}, maker, queue);
  EXPECT_EQ(FirstTokens(Pop(queue, 9)),
            (std::vector<int32_t>{2, 1, 2, 2, 2, 2, 2, 2, 2}));
}

TEST(JobQueueTest, FrontIsTheJobThatIsPoppedNext) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(4, {.flow = kBatch, .token = 1}, maker, queue);
  PushAlike(20, {.flow = kAnnasFlow, .token = 2}, maker, queue);
  PushAlike(20, {.flow = kBensFlow, .token = 3}, maker, queue);
  while (!queue.empty()) {
    const Job* front = &queue.Front();
    EXPECT_EQ(queue.PopCharged().get(), front);
  }
}

TEST(JobQueueTest, AReturnedJobIsNotChargedTwice) {
  JobMaker maker;
  JobQueue queue;
  PushAlike(3, {.flow = kAnnasFlow, .token = 1}, maker, queue);
  PushAlike(3, {.flow = kBensFlow, .token = 2}, maker, queue);
  for (int again = 0; again < 5; ++again) {
    PutBack(Pop(queue, 1), queue);
  }
  EXPECT_EQ(FirstTokens(Pop(queue, 9)),
            (std::vector<int32_t>{1, 2, 1, 2, 1, 2}));
}

TEST(JobQueueTest, ReportsTheLoadThatAFlowCompetesWith) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.tokens = 5, .flow = kAnnasFlow},
                                 {.tokens = 7, .flow = kBensFlow},
                                 {.tokens = 9, .flow = kBatch}});
  queue.PushBack(jobs);
  const QueueView view = queue.View(kBensFlow);
  EXPECT_EQ(view.all.tokens, 21);
  EXPECT_EQ(view.priority.tokens, 12);
  EXPECT_EQ(view.client.tokens, 7);
  const Competition competition = queue.CompetitionOf(kBensFlow);
  EXPECT_EQ(competition.own, 7);
  EXPECT_EQ(competition.clients,
            (std::map<uint64_t, int64_t>{{kAnnasFlow.client, 5}}));
  EXPECT_EQ(competition.other_priority, 9);
  EXPECT_EQ(competition.other_share, 0.125);
  EXPECT_EQ(queue.CompetitionOf(kBatch).other_share, 8.0);
  EXPECT_EQ(queue.View({.client = 77}).client.jobs, 0);
}

TEST(JobQueueTest, TheBacklogCompetesAndTakesNoRoom) {
  JobMaker maker;
  JobQueue queue;
  const Flow anna = {.client = 1};
  const Flow ben = {.client = 2};
  const Flow batch = {.priority = Priority::kBatch, .client = 2};
  JobList jobs = maker.MakeList({{.tokens = 5, .flow = anna}});
  queue.PushBack(jobs);
  queue.AddToBacklog(anna, {.jobs = 1, .tokens = 10, .cost = 10});
  queue.AddToBacklog(ben, {.jobs = 1, .tokens = 20, .cost = 20});
  queue.AddToBacklog(batch, {.jobs = 1, .tokens = 40, .cost = 40});
  EXPECT_EQ(queue.load().tokens, 5);
  EXPECT_EQ(queue.View(anna).all.tokens, 5);
  const Competition competition = queue.CompetitionOf(anna);
  EXPECT_EQ(competition.own, 15);
  EXPECT_EQ(competition.clients,
            (std::map<uint64_t, int64_t>{{ben.client, 20}}));
  EXPECT_EQ(competition.other_priority, 40);
  EXPECT_EQ(queue.ViewBacklog(ben).all.tokens, 70);
  EXPECT_EQ(queue.ViewBacklog(ben).client.tokens, 20);
  queue.SubtractFromBacklog(ben, {.jobs = 1, .tokens = 20, .cost = 20});
  EXPECT_EQ(queue.backlog().tokens, 50);
}

TEST(JobQueueTest, KeepsItsSums) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs = maker.MakeList({{.tokens = 5, .beam_size = 4}, {.tokens = 7}});
  queue.PushBack(jobs);
  EXPECT_EQ(queue.load(), (QueueLoad{.jobs = 2, .tokens = 12, .cost = 27}));
  const JobList taken = Pop(queue, 1);
  EXPECT_EQ(queue.load(), (QueueLoad{.jobs = 1, .tokens = 7, .cost = 7}));
}

TEST(JobTest, CostCountsTheRowsOfTheDecoder) {
  const auto cost = [](const DecodingOptions& options) {
    Job job({.sentence = {.source = {1, 2, 3},
                          .options = options,
                          .target_prefix = {4, 5}}},
            nullptr);
    return job.cost();
  };
  DecodingOptions options{.beam_size = 4, .n_best = 2};
  EXPECT_EQ(cost(options), 3 * 4 + 2);
  options.attention = AttentionOptions{};
  EXPECT_EQ(cost(options), 3 * (4 + 2) + 2) << "n_best results are fed again";
}

TEST(JobQueueTest, TakesTheExpiredOnly) {
  JobMaker maker;
  JobQueue queue;
  JobList jobs =
      maker.MakeList({{.deadline = kBegin + seconds(9), .token = 1},
                      {.token = 2},
                      {.deadline = kBegin + seconds(5), .token = 3}});
  queue.PushBack(jobs);
  EXPECT_TRUE(queue.TakeExpired(kBegin + seconds(4)).empty());
  EXPECT_EQ(FirstTokens(queue.TakeExpired(kBegin + seconds(5))),
            (std::vector<int32_t>{3}));
  EXPECT_EQ(FirstTokens(queue.TakeExpired(kBegin + seconds(60))),
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
