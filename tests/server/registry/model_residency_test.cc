#include "server/registry/model_residency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/checkpoint/model_directory_writer.h"
#include "server/registry/model_manager.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/job_maker.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The models a, b and c. The time moves only when a test moves it.
class ModelResidencyTest : public ::testing::Test {
 protected:
  ModelResidencyTest() {
    for (const char* name : {"a", "b", "c"}) {
      Write(name, 1);
    }
  }

  fs::path root() const { return temp_.path() / "models"; }

  void Write(const std::string& name, uint64_t seed) const {
    fs::create_directories(root());
    absl::StatusOr<TinyModel> tiny = MakeTinyModel({.seed = seed});
    ASSERT_TRUE(tiny.ok());
    tiny->description.card.version = absl::StrCat("v", seed);
    const absl::Status written = WriteModelDirectory(
        root() / name, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  void Start(int64_t max_resident, const ModelSources& sources) {
    residency_ =
        std::make_unique<ModelResidency>(max_resident, registry_, clock_);
    manager_ = std::make_unique<ModelManager>(
        sources,
        ServedModelOptions{.compute_type = "float32",
                           .engine = {.slots = 2, .max_rows = 2},
                           .workers = 1},
        ModelServices{.metrics = metrics_,
                      .clock = clock_,
                      .turn_listener = residency_->turn_listener()},
        registry_, residency_.get());
    const absl::Status loaded = manager_->LoadAll();
    ASSERT_TRUE(loaded.ok()) << loaded;
  }
  void Start(int64_t max_resident) {
    Start(max_resident, {.repository = root()});
  }

  std::vector<std::string> Resident() const {
    std::vector<std::string> names;
    for (const ServedModelPtr& model : registry_.List()) {
      if (model->is_resident()) {
        names.push_back(model->name());
      }
    }
    return names;
  }

  Scheduler& SchedulerOf(const std::string& name) const {
    return registry_.Find(name)->scheduler();
  }

  // Submits a job of a request, whose index in maker_ is the number of jobs
  // before it. Null `turn` means that the request has only this job, and ends
  // with it.
  void Submit(const std::string& name,
              std::optional<int64_t> turn = std::nullopt,
              const JobMaker::Spec& spec = {}) {
    ServedModelPtr model = registry_.Find(name);
    const bool ends = !turn.has_value();
    const int64_t use = ends ? model->scheduler().BeginUse() : *turn;
    std::shared_ptr<Job> recorded = maker_.Make(spec);
    JobList jobs;
    jobs.push_back(std::make_unique<Job>(
        JobSpec{.sentence = {.source = {5, 0},
                             .options = {.beam_size = 1, .max_length = 3}},
                .deadline = spec.deadline,
                .turn = use,
                .cancelled = spec.cancelled},
        [model, ends, use, recorded](JobOutcome outcome) mutable {
          if (ends) {
            model->scheduler().EndUse(use);
          }
          model.reset();  // the test may end as soon as the job is recorded
          recorded->Complete(std::move(outcome));
        }));
    ASSERT_TRUE(model->scheduler().Submit(jobs).ok());
  }

  static void Await(const std::function<bool()>& condition) {
    while (!condition()) {
      std::this_thread::yield();
    }
  }
  void AwaitClosed(const std::string& model) const {
    Await([&] { return SchedulerOf(model).turn_state().is_closed; });
  }

  void ExpectMetric(const std::string& line) const {
    EXPECT_THAT(metrics_.Scrape(), HasSubstr(line + "\n"));
  }
  // The first job of a loaded model may complete before the load is counted.
  void AwaitMetric(const std::string& line) const {
    Await([&] { return absl::StrContains(metrics_.Scrape(), line + "\n"); });
  }

  const TempDir temp_;
  FakeClock clock_;
  Metrics metrics_;
  JobMaker maker_;
  ModelRegistry registry_;
  std::unique_ptr<ModelResidency> residency_;
  std::unique_ptr<ModelManager> manager_;
};

TEST_F(ModelResidencyTest, TheStartChecksAllModelsAndKeepsTheLimit) {
  Start(2);
  EXPECT_EQ(registry_.List().size(), 3U);
  EXPECT_THAT(Resident(), ElementsAre("b", "c"));
  ExpectMetric(R"(interpres_model_resident{model="a"} 0)");
  ExpectMetric(R"(interpres_model_resident{model="b"} 1)");
  ExpectMetric(R"(interpres_model_evictions_total{model="a"} 1)");
  ExpectMetric(R"(interpres_workers{model="a"} 0)");
}

TEST_F(ModelResidencyTest, WithoutALimitAllModelsStay) {
  Start(0);
  EXPECT_THAT(Resident(), ElementsAre("a", "b", "c"));
}

TEST_F(ModelResidencyTest, NamedModelsStayAndDoNotCount) {
  fs::rename(root() / "a", temp_.path() / "a");
  Start(1, {.models = {temp_.path() / "a"}, .repository = root()});
  EXPECT_THAT(Resident(), ElementsAre("a", "c"));
  Submit("b");
  maker_.AwaitCompleted(1);
  EXPECT_EQ(maker_.CodesOf(0), "OK");
  EXPECT_THAT(Resident(), ElementsAre("a", "b"));
}

TEST_F(ModelResidencyTest, AJobWaitsForItsModel) {
  Start(1);
  for (const char* model : {"a", "b", "c", "a"}) {
    clock_.Advance(seconds(1));
    Submit(model);
  }
  maker_.AwaitCompleted(4);
  for (int job = 0; job < 4; ++job) {
    EXPECT_EQ(maker_.CodesOf(job), "OK");
  }
}

TEST_F(ModelResidencyTest, TheLeastRecentlyUsedModelLeaves) {
  Start(2);
  clock_.Advance(seconds(1));
  SchedulerOf("b").EndUse(SchedulerOf("b").BeginUse());
  clock_.Advance(seconds(1));
  Submit("a");
  maker_.AwaitCompleted(1);
  EXPECT_THAT(Resident(), ElementsAre("a", "b"));
}

TEST_F(ModelResidencyTest, JobsThatWaitShareALoadAndTheirModelKeepsItsState) {
  Start(1);
  const int64_t busy = SchedulerOf("c").BeginUse();
  Submit("a");
  Submit("a");
  Submit("a");
  AwaitClosed("c");
  SchedulerOf("c").EndUse(busy);
  maker_.AwaitCompleted(3);
  EXPECT_THAT(Resident(), ElementsAre("a"));
  AwaitMetric(R"(interpres_model_loads_total{model="a",result="loaded"} 1)");
  AwaitMetric(R"(interpres_model_load_seconds_count{model="a"} 1)");
}

TEST_F(ModelResidencyTest, ABusyModelFinishesItsRequestsAndTakesNoNewOnes) {
  Start(1);
  const int64_t present = SchedulerOf("c").BeginUse();
  clock_.Advance(seconds(1));
  Submit("a");
  AwaitClosed("c");
  const int64_t next = SchedulerOf("c").BeginUse();
  clock_.Advance(seconds(1));
  Submit("c", next);
  Submit("c", present);
  maker_.AwaitCompleted(1);
  EXPECT_EQ(maker_.CodesOf(2), "OK");  // the present request
  EXPECT_EQ(maker_.CodesOf(0) + maker_.CodesOf(1), "");
  EXPECT_THAT(Resident(), ElementsAre("c"));
  SchedulerOf("c").EndUse(present);
  maker_.AwaitCompleted(3);
  EXPECT_EQ(maker_.CodesOf(0), "OK");
  EXPECT_EQ(maker_.CodesOf(1), "OK");
  SchedulerOf("c").EndUse(next);
  AwaitMetric(R"(interpres_model_loads_total{model="c",result="loaded"} 1)");
}

TEST_F(ModelResidencyTest, ADeadlineIsHonouredWhileTheModelIsAbsent) {
  Start(1);
  const int64_t busy = SchedulerOf("c").BeginUse();
  Submit("b");
  Submit("a", std::nullopt, {.deadline = clock_.Now() + seconds(5)});
  AwaitClosed("c");
  // Also the deadline of a request that waits for the next turn.
  const int64_t next = SchedulerOf("c").BeginUse();
  Submit("c", next, {.deadline = clock_.Now() + seconds(9)});
  clock_.Advance(seconds(5));
  maker_.AwaitCompleted(1);
  EXPECT_EQ(maker_.CodesOf(1), "DEADLINE_EXCEEDED");
  clock_.Advance(seconds(4));
  maker_.AwaitCompleted(2);
  EXPECT_EQ(maker_.CodesOf(2), "DEADLINE_EXCEEDED");
  EXPECT_THAT(Resident(), ElementsAre("c"));
  SchedulerOf("c").EndUse(next);
  SchedulerOf("c").EndUse(busy);
  maker_.AwaitCompleted(3);
  EXPECT_EQ(maker_.CodesOf(0), "OK");
}

TEST_F(ModelResidencyTest, ATurnOpensWhenNoLoadWaitsAnyLonger) {
  Start(1);
  const int64_t busy = SchedulerOf("c").BeginUse();
  std::atomic<bool> cancelled = false;
  Submit("a", std::nullopt, {.cancelled = &cancelled});
  AwaitClosed("c");
  const int64_t next = SchedulerOf("c").BeginUse();
  Submit("c", next);
  cancelled = true;
  registry_.DropCancelled();
  maker_.AwaitCompleted(2);
  EXPECT_EQ(maker_.CodesOf(1), "OK");
  SchedulerOf("c").EndUse(next);
  SchedulerOf("c").EndUse(busy);
  EXPECT_THAT(Resident(), ElementsAre("c"));
}

TEST_F(ModelResidencyTest, ACancelledJobLeavesImmediately) {
  Start(1);
  const int64_t busy = SchedulerOf("c").BeginUse();
  std::atomic<bool> cancelled = false;
  Submit("a", std::nullopt, {.cancelled = &cancelled});
  cancelled = true;
  registry_.DropCancelled();
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  SchedulerOf("c").EndUse(busy);
}

TEST_F(ModelResidencyTest, AFailedLoadIsAnErrorAndTheNextJobTriesAgain) {
  Start(1);
  fs::rename(root() / "a", temp_.path() / "aside");
  Submit("a");
  maker_.AwaitCompleted(1);
  const absl::Status status = maker_.OutcomeOf(0).status;
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("model \"a\""),
                    HasSubstr((root() / "a").string()), HasSubstr("repair")));
  AwaitMetric(R"(interpres_model_loads_total{model="a",result="failed"} 1)");
  fs::rename(temp_.path() / "aside", root() / "a");
  Submit("a");
  maker_.AwaitCompleted(2);
  EXPECT_EQ(maker_.CodesOf(1), "OK");
}

TEST_F(ModelResidencyTest, AChangedCheckpointNeedsAReload) {
  Start(1);
  fs::remove_all(root() / "a");
  Write("a", 2);
  Submit("a");
  maker_.AwaitCompleted(1);
  EXPECT_EQ(maker_.CodesOf(0), "UNAVAILABLE");
  const auto report = manager_->Reload(ModelManager::Mode::kRequested);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(registry_.Find("a")->version(), "v2");
  EXPECT_EQ(Resident().size(), 1U);
  Submit("a");
  maker_.AwaitCompleted(2);
  EXPECT_EQ(maker_.CodesOf(1), "OK");
}

TEST_F(ModelResidencyTest, AReloadReplacesAndRemovesAbsentModels) {
  Start(1);
  EXPECT_THAT(Resident(), ElementsAre("c"));
  fs::remove_all(root() / "b");
  fs::remove_all(root() / "a");
  Write("a", 3);
  ASSERT_TRUE(manager_->Reload(ModelManager::Mode::kRequested).ok());
  EXPECT_EQ(registry_.Find("b"), nullptr);
  EXPECT_EQ(registry_.Find("a")->version(), "v3");
  EXPECT_EQ(Resident().size(), 1U);
  Submit("c");
  maker_.AwaitCompleted(1);
  EXPECT_EQ(maker_.CodesOf(0), "OK");
}

TEST_F(ModelResidencyTest, ManyThreadsShareTwoPlaces) {
  Start(2);
  constexpr int kThreads = 6;
  constexpr int kRequests = 20;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([this, thread] {
      const std::string model(1, static_cast<char>('a' + thread % 3));
      for (int request = 0; request < kRequests; ++request) {
        Scheduler& scheduler = SchedulerOf(model);
        const int64_t turn = scheduler.BeginUse();
        std::atomic<bool> done = false;
        JobList jobs;
        jobs.push_back(std::make_unique<Job>(
            JobSpec{.sentence = {.source = {5, 0},
                                 .options = {.beam_size = 1, .max_length = 3}},
                    .turn = turn},
            [&done](const JobOutcome& outcome) {
              EXPECT_TRUE(outcome.status.ok()) << outcome.status;
              done = true;
              done.notify_all();
            }));
        EXPECT_TRUE(scheduler.Submit(jobs).ok());
        done.wait(false);
        scheduler.EndUse(turn);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_LE(Resident().size(), 2U);
}

}  // namespace
}  // namespace interpres
