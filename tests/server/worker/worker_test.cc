#include "server/worker/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <vector>

#include "server/metrics/metrics.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/fake_engine.h"
#include "tests/testing/job_maker.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class WorkerTest : public ::testing::Test {
 protected:
  void Start(FakeEngineOptions options) {
    if (!options.on_step) {
      options.on_step = [this] { clock_.Advance(milliseconds(10)); };
    }
    worker_ = std::make_unique<Worker>(
        std::make_unique<FakeEngine>(std::move(options), record_),
        WorkerContext{.scheduler = scheduler_,
                      .meter = meter_,
                      .metrics = *model_metrics_,
                      .clock = clock_,
                      .share = share_});
  }
  void Submit(const std::vector<JobMaker::Spec>& specs) {
    JobList jobs = maker_.MakeList(specs);
    ASSERT_TRUE(scheduler_.Submit(jobs).ok());
  }
  // Rounds until nothing is left.
  void RunToTheEnd() {
    scheduler_.Close();
    while (worker_->RunOnce()) {
    }
  }

  JobMaker maker_;
  FakeClock clock_;
  Metrics metrics_;
  const std::unique_ptr<ModelMetrics> model_metrics_ = metrics_.ForModel("m");
  ThroughputMeter meter_{1};
  TimeShare share_{nullptr};
  Scheduler scheduler_{{}, clock_};
  FakeEngine::Record record_;
  std::unique_ptr<Worker> worker_;
};

TEST_F(WorkerTest, TranslatesWhatIsQueued) {
  Start({});
  Submit({{.tokens = 3, .token = 7}});
  RunToTheEnd();
  ASSERT_EQ(maker_.CodesOf(0), "OK");
  EXPECT_THAT(maker_.OutcomeOf(0).hypotheses.front().tokens,
              ElementsAre(7, 7, 7));
  EXPECT_EQ(record_.steps, 3);
}

TEST_F(WorkerTest, TextsShareSteps) {
  Start({.capacity = 4});
  Submit({{.tokens = 5}, {.tokens = 5}, {.tokens = 5}, {.tokens = 5}});
  RunToTheEnd();
  EXPECT_EQ(record_.steps, 5);
  EXPECT_EQ(record_.most_active, 4);
}

TEST_F(WorkerTest, AShortTextEntersAndLeavesWhileALongOneDecodes) {
  Start({.capacity = 2});
  Submit({{.tokens = 50}});
  ASSERT_TRUE(worker_->RunOnce());
  Submit({{.tokens = 2}});
  ASSERT_TRUE(worker_->RunOnce());
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(0), "");
  EXPECT_EQ(maker_.CodesOf(1), "OK");
  RunToTheEnd();
}

TEST_F(WorkerTest, ACancelledTextLeavesItsSlotAtTheNextStep) {
  std::atomic<bool> cancelled = false;
  Start({.capacity = 1});
  Submit({{.tokens = 50, .cancelled = &cancelled}, {.tokens = 1}});
  ASSERT_TRUE(worker_->RunOnce());
  cancelled = true;
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  EXPECT_EQ(maker_.CodesOf(1), "OK");  // in the slot that became free
  EXPECT_THAT(record_.cancelled, ElementsAre(FinishReason::kCancelled));
  EXPECT_THAT(metrics_.Scrape(),
              HasSubstr(R"(cancelled_texts_total{model="m"} 1)"));
  RunToTheEnd();
}

TEST_F(WorkerTest, AnExpiredTextLeavesItsSlotAtTheNextStep) {
  Start({.capacity = 1});
  Submit({{.tokens = 500, .deadline = clock_.Now() + seconds(1)}});
  ASSERT_TRUE(worker_->RunOnce());
  clock_.Advance(seconds(1));
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(0), "DEADLINE_EXCEEDED");
  EXPECT_THAT(record_.cancelled, ElementsAre(FinishReason::kDeadline));
  EXPECT_THAT(metrics_.Scrape(),
              HasSubstr(R"(expired_texts_total{model="m"} 1)"));
}

TEST_F(WorkerTest, ATextThatExpiresInTheQueueNeverEntersTheEngine) {
  Start({.capacity = 1});
  Submit({{.tokens = 5}});
  ASSERT_TRUE(worker_->RunOnce());
  Submit({{.tokens = 5, .deadline = clock_.Now() + milliseconds(15)}});
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(1), "");
  ASSERT_TRUE(worker_->RunOnce());
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(1), "DEADLINE_EXCEEDED");
  EXPECT_EQ(record_.admitted.size(), 1U);
  RunToTheEnd();
}

TEST_F(WorkerTest, WhatDoesNotFitWaitsInOrder) {
  Start({.capacity = 8, .max_tokens = 10});
  Submit({{.tokens = 6, .token = 1},
          {.tokens = 6, .token = 2},
          {.tokens = 2, .token = 3}});
  RunToTheEnd();
  ASSERT_EQ(record_.admitted.size(), 3U);
  EXPECT_EQ(record_.admitted[0].front(), 1);
  EXPECT_EQ(record_.admitted[1].front(), 2);
  EXPECT_EQ(record_.admitted[2].front(), 3);
  EXPECT_EQ(record_.admitted[1].size(), 6U);  // its source came back whole
  EXPECT_EQ(maker_.CodesOf(2), "OK");
}

TEST_F(WorkerTest, AnImpossibleSentenceGetsAnError) {
  Start({.capacity = 4, .max_tokens = 10});
  Submit({{.tokens = 3}, {.tokens = 11}, {.tokens = 4}});
  RunToTheEnd();
  EXPECT_EQ(maker_.CodesOf(0), "OK");
  EXPECT_EQ(maker_.CodesOf(1), "INVALID_ARGUMENT");
  EXPECT_EQ(maker_.CodesOf(2), "OK");
}

TEST_F(WorkerTest, AFailedAdmissionCompletesItsTexts) {
  Start({.admit_status = absl::InternalError("broken")});
  Submit({{}, {}});
  RunToTheEnd();
  EXPECT_EQ(maker_.CodesOf(0), "INTERNAL");
  EXPECT_EQ(maker_.CodesOf(1), "INTERNAL");
}

TEST_F(WorkerTest, ATextThatFailsInTheEngineHasTheErrorOfTheEngine) {
  Start({.result_status = absl::ResourceExhaustedError("no memory")});
  Submit({{}});
  RunToTheEnd();
  EXPECT_EQ(maker_.CodesOf(0), "RESOURCE_EXHAUSTED");
}

TEST_F(WorkerTest, CloseLetsAcceptedWorkFinish) {
  Start({.capacity = 1});
  Submit({{.tokens = 4}, {.tokens = 4}});
  ASSERT_TRUE(worker_->RunOnce());
  scheduler_.Close();
  while (worker_->RunOnce()) {
  }
  EXPECT_EQ(maker_.CodesOf(0), "OK");
  EXPECT_EQ(maker_.CodesOf(1), "OK");
}

TEST_F(WorkerTest, RecordsPhasesStepsAndTokens) {
  Start({.capacity = 2});
  Submit({{.tokens = 2, .beam_size = 3}, {.tokens = 1}});
  clock_.Advance(milliseconds(300));
  RunToTheEnd();
  const std::string text = metrics_.Scrape();
  EXPECT_THAT(text,
              HasSubstr(R"(phase_seconds_sum{model="m",phase="queue"} 0.6)"));
  EXPECT_THAT(text,
              HasSubstr(R"(phase_seconds_count{model="m",phase="decode"} 2)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_target_tokens_total{model="m"} 3)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_step_sentences_sum{model="m"} 3)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_step_hypotheses_sum{model="m"} 7)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_step_seconds_sum{model="m"} 0.02)"));
  EXPECT_THAT(text, HasSubstr(R"(interpres_active_slots{model="m"} 0)"));
}

TEST_F(WorkerTest, AnOutcomeSaysWhereItsTimeWent) {
  Start({.capacity = 1});
  Submit({{.tokens = 3}, {.tokens = 2}});
  clock_.Advance(milliseconds(300));
  RunToTheEnd();
  // Steps of 10 ms; the second text waits for the first one's slot.
  EXPECT_NEAR(maker_.OutcomeOf(0).times.queue, 0.300, 1e-9);
  EXPECT_NEAR(maker_.OutcomeOf(0).times.decode, 0.030, 1e-9);
  EXPECT_NEAR(maker_.OutcomeOf(1).times.queue, 0.330, 1e-9);
  EXPECT_NEAR(maker_.OutcomeOf(1).times.decode, 0.020, 1e-9);
}

TEST_F(WorkerTest, MeasuresThroughputWhileTextsWait) {
  Start({.capacity = 1});
  Submit(std::vector<JobMaker::Spec>(100, {.tokens = 5, .beam_size = 2}));
  RunToTheEnd();
  // A cost of ten every five steps of 10 ms.
  ASSERT_TRUE(meter_.Read(clock_.Now()).cost_per_second.has_value());
  EXPECT_NEAR(*meter_.Read(clock_.Now()).cost_per_second, 200.0, 10.0);
  EXPECT_NEAR(*meter_.Read(clock_.Now()).seconds_per_token, 0.010, 1e-9);
}

// No worker gets these jobs, so the rounds do not show how much the workers can
// do.
TEST_F(WorkerTest, JobsOfTheNextTurnSaturateNoRound) {
  Start({.capacity = 1});
  scheduler_.CloseTurn();
  JobList next = maker_.MakeList({{.tokens = 5}});
  next.front()->spec().turn = scheduler_.BeginUse();
  ASSERT_TRUE(scheduler_.Submit(next).ok());
  for (int i = 0; i < 100; ++i) {
    Submit({{.tokens = 1}});
    ASSERT_TRUE(worker_->RunOnce());
  }
  EXPECT_EQ(meter_.Read(clock_.Now()).cost_per_second, std::nullopt);
}

TEST_F(WorkerTest, LateTextsCountForTheTimeThatTheyWereDecoding) {
  Start({.capacity = 1});
  Submit({{.tokens = 500, .deadline = clock_.Now() + seconds(1)}});
  Submit(std::vector<JobMaker::Spec>(21, {.tokens = 5}));
  RunToTheEnd();
  // 20 translations of 5 tokens while others wait, after 1 s for nothing.
  ASSERT_TRUE(meter_.Read(clock_.Now()).seconds_per_token.has_value());
  EXPECT_NEAR(*meter_.Read(clock_.Now()).seconds_per_token, 2.0 / 100.0, 2e-3);
}

// A round without active jobs takes microseconds. As a step it would stay the
// fastest one, and no deadline would be rejected as impossible.
TEST_F(WorkerTest, ARoundThatOnlyCancelsIsNoStep) {
  std::atomic<bool> cancelled = false;
  Start({.capacity = 1, .on_step = [this, &cancelled] {
           clock_.Advance(cancelled ? std::chrono::microseconds(1)
                                    : std::chrono::microseconds(10000));
         }});
  Submit({{.tokens = 50, .cancelled = &cancelled}});
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(meter_.Read(clock_.Now()).fastest_step_seconds, 0.010);
  cancelled = true;
  ASSERT_TRUE(worker_->RunOnce());
  EXPECT_EQ(maker_.CodesOf(0), "CANCELLED");
  EXPECT_EQ(meter_.Read(clock_.Now()).fastest_step_seconds, 0.010);
}

// A stalled process (SIGSTOP, a frozen control group) is not a slow one.
TEST_F(WorkerTest, AStallIsNotMeasured) {
  int step = 0;
  Start({.capacity = 1, .on_step = [this, &step] {
           clock_.Advance(++step == 250 ? seconds(100) : milliseconds(10));
         }});
  Submit(std::vector<JobMaker::Spec>(100, {.tokens = 5, .beam_size = 2}));
  RunToTheEnd();
  // Five seconds of it count: 7.5 s for the 250 tokens from then on.
  ASSERT_TRUE(meter_.Read(clock_.Now()).seconds_per_token.has_value());
  EXPECT_NEAR(*meter_.Read(clock_.Now()).seconds_per_token, 7.5 / 250.0, 5e-3);
  EXPECT_GT(*meter_.Read(clock_.Now()).cost_per_second, 60.0);
}

}  // namespace
}  // namespace interpres
