#include "server/worker/worker_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <latch>
#include <new>
#include <string_view>
#include <vector>

#include "server/metrics/metrics.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/fake_engine.h"
#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

class WorkerPoolTest : public ::testing::Test {
 protected:
  // Each engine has a separate record, because engines run on different
  // threads.
  absl::StatusOr<std::unique_ptr<Engine>> MakeEngine(
      const FakeEngineOptions& options) {
    const MutexLock lock(mutex_);
    records_.emplace_back();
    return std::unique_ptr<Engine>(
        std::make_unique<FakeEngine>(options, records_.back()));
  }
  WorkerContext context() {
    return {.scheduler = scheduler_,
            .meter = meter_,
            .metrics = *model_metrics_,
            .clock = clock_,
            .share = share_};
  }

  Mutex mutex_;
  std::deque<FakeEngine::Record> records_ ABSL_GUARDED_BY(mutex_);
  JobMaker maker_;
  RealClock clock_;
  Metrics metrics_;
  const std::unique_ptr<ModelMetrics> model_metrics_ = metrics_.ForModel("m");
  ThroughputMeter meter_{2};
  TimeShare share_{nullptr};
  Scheduler scheduler_{{}, clock_};
};

TEST_F(WorkerPoolTest, CompletesAllSubmittedJobs) {
  auto pool = WorkerPool::Create(
      2, {[this] { return MakeEngine({.capacity = 4}); }}, context());
  ASSERT_TRUE(pool.ok()) << pool.status();
  EXPECT_EQ((*pool)->slots(), 8);
  for (int i = 0; i < 200; ++i) {
    JobList jobs = maker_.MakeList({{.tokens = 1 + i % 7}});
    ASSERT_TRUE(scheduler_.Submit(jobs).ok());
  }
  maker_.AwaitCompleted(200);
  scheduler_.Close();
  pool->reset();
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(maker_.CodesOf(i), "OK");
  }
}

#if !defined(INTERPRES_SANITIZED)
// Runs in a separate process with memory for a few stacks only. A thread that
// has started may lack the memory for its engine.
TEST_F(WorkerPoolTest, AThreadThatCannotStartIsAnError) {
  const auto create = [this] {
    const rlimit limit{.rlim_cur = rlim_t{1} << 30, .rlim_max = RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    const auto pool = WorkerPool::Create(
        1000, {[this] { return MakeEngine({}); }}, context());
    std::fprintf(stderr, "%s\n", std::string(pool.status().message()).c_str());
    std::_Exit(absl::IsResourceExhausted(pool.status()) ? 0 : 1);
  };
  EXPECT_EXIT(create(), ::testing::ExitedWithCode(0),
              "(of 1000 cannot start: .*|the engine of each worker); fewer "
              "workers need less");
}
#endif

TEST_F(WorkerPoolTest, AnEngineWithoutMemoryIsAnError) {
  const auto create_engine = []() -> absl::StatusOr<std::unique_ptr<Engine>> {
    throw std::bad_alloc();
  };
  const auto pool = WorkerPool::Create(2, {create_engine}, context());
  EXPECT_EQ(pool.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_NE(pool.status().message().find("fewer workers need less"),
            std::string_view::npos)
      << pool.status();
}

TEST_F(WorkerPoolTest, AnIdlePoolSleepsAndWakes) {
  auto pool =
      WorkerPool::Create(2, {[this] { return MakeEngine({}); }}, context());
  ASSERT_TRUE(pool.ok());
  for (int i = 0; i < 3; ++i) {
    JobList jobs = maker_.MakeList({{}});
    ASSERT_TRUE(scheduler_.Submit(jobs).ok());
    maker_.AwaitCompleted(i + 1);
  }
  scheduler_.Close();
  pool->reset();
  // Idle workers take no steps: three jobs take three steps each.
  int32_t steps = 0;
  const MutexLock lock(mutex_);
  for (const FakeEngine::Record& record : records_) {
    steps += record.steps;
  }
  EXPECT_EQ(steps, 9);
}

TEST_F(WorkerPoolTest, BothThreadsDecode) {
  // The first step of each engine waits for the first step of the other.
  std::latch together(2);
  std::atomic<int> first_steps = 0;
  const auto on_step = [&] {
    if (first_steps.fetch_add(1) < 2) {
      together.arrive_and_wait();
    }
  };
  auto pool = WorkerPool::Create(
      2, {[&] { return MakeEngine({.capacity = 1, .on_step = on_step}); }},
      context());
  ASSERT_TRUE(pool.ok());
  JobList jobs = maker_.MakeList({{.tokens = 1}, {.tokens = 1}});
  ASSERT_TRUE(scheduler_.Submit(jobs).ok());
  maker_.AwaitCompleted(2);
  scheduler_.Close();
  pool->reset();
}

TEST_F(WorkerPoolTest, EachThreadPreparesItselfBeforeItsFirstJob) {
  std::latch released(1);
  std::atomic<int> prepared = 0;
  auto pool =
      WorkerPool::Create(2,
                         {.create_engine = [this] { return MakeEngine({}); },
                          .prepare =
                              [&] {
                                released.wait();
                                ++prepared;
                              }},
                         context());
  ASSERT_TRUE(pool.ok());  // Create does not wait for the preparation
  JobList jobs = maker_.MakeList({{}});
  ASSERT_TRUE(scheduler_.Submit(jobs).ok());
  EXPECT_EQ(maker_.CodesOf(0), "");
  released.count_down();
  maker_.AwaitCompleted(1);
  EXPECT_GE(prepared, 1);
  scheduler_.Close();
  pool->reset();
  EXPECT_EQ(prepared, 2);
}

TEST_F(WorkerPoolTest, AnEngineThatCannotBeMadeFailsThePool) {
  std::atomic<int> calls = 0;
  auto pool = WorkerPool::Create(
      3, {[&]() -> absl::StatusOr<std::unique_ptr<Engine>> {
        if (calls.fetch_add(1) == 1) {
          return absl::ResourceExhaustedError("no memory for the cache");
        }
        return MakeEngine({});
      }},
      context());
  EXPECT_EQ(pool.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace interpres
