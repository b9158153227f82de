// A fixture for tests of TranslationWork.

#ifndef INTERPRES_TESTS_SERVER_SERVICE_TRANSLATION_WORK_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_SERVICE_TRANSLATION_WORK_FIXTURE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "model/checkpoint/model_directory_writer.h"
#include "server/service/translation_work.h"
#include "tests/server/service/service_fixture.h"
#include "tests/testing/take_jobs.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {

inline constexpr char kEnglish[] = "Where did you leave the keys of the house?";
inline constexpr char kSpanish[] =
    "\u00bfD\u00f3nde dejaste las llaves de la casa?";

// Two models without workers: the test takes their jobs.
class TranslationWorkTest : public ServiceTest {
 protected:
  // A request, its call, and a future of the end of its work.
  struct Running {
    std::unique_ptr<ServiceCall> call;
    std::unique_ptr<TranslationWork> work;
    std::future<void> ended;
  };

  void Load(const std::string& name, const LanguageDirection& direction,
            const QueueLimits& queue, uint64_t seed = 1) {
    absl::StatusOr<TinyModel> tiny =
        MakeTinyModel({.tagged = false, .seed = seed});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {direction};
    const absl::Status written =
        WriteModelDirectory(temp_.path() / name, tiny->description,
                            tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
    auto model = ServedModel::Load(
        {.name = name, .path = temp_.path() / name},
        {.compute_type = "float32", .workers = 0, .queue = queue},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    models_.Put(*std::move(model));
  }

  static v1::TranslateRequest Request(const std::vector<std::string>& texts) {
    v1::TranslateRequest request;
    request.mutable_texts()->Add(texts.begin(), texts.end());
    request.set_target_language("fr");
    request.set_split(v1::SPLIT_OFF);
    return request;
  }

  Running Start(v1::TranslateRequest request, const CallInfo& info = {},
                PartialListener listener = nullptr) {
    Running running;
    auto call = Begin(info);
    EXPECT_TRUE(call.ok()) << call.status();
    running.call = *std::move(call);
    auto ended = std::make_shared<std::promise<void>>();
    running.ended = ended->get_future();
    running.work = std::make_unique<TranslationWork>(
        *running.call, deadline_, [ended] { ended->set_value(); });
    if (listener != nullptr) {
      running.work->SetPartialListener(std::move(listener));
    }
    text_pool_.Post(
        {.stage = TextStage::kPrepare,
         .run = [work = running.work.get(), request = std::move(request)] {
           work->Start(request);
         }});
    return running;
  }

  Scheduler& SchedulerOf(const std::string& model) {
    return models_.Find(model)->scheduler();
  }

  void AwaitJob(const std::string& model) { AwaitJob(SchedulerOf(model)); }
  static void AwaitJob(const Scheduler& scheduler) {
    while (scheduler.load().jobs == 0) {
      std::this_thread::yield();
    }
  }

  // Waits for one job of the model, and takes it.
  std::unique_ptr<Job> TakeJob(const std::string& model) {
    JobList jobs = TakeWhenReady(SchedulerOf(model), 1);
    EXPECT_EQ(jobs.size(), 1u);
    return std::move(jobs.front());
  }

  // Starts a request whose text has an atom that the first translation lacks,
  // and completes its first job, which took one second.
  Running StartDamaged() {
    Load("english", {.source = "en", .target = "fr"}, {});
    v1::TranslateRequest request = Request({"the dog sees the cat now"});
    request.add_do_not_translate("the cat");
    Running running = Start(request);
    const std::unique_ptr<Job> first = TakeJob("english");
    EXPECT_TRUE(first->spec().sentence.required.empty());
    Hypothesis damaged = Different(*first);
    first->Complete({.hypotheses = {std::move(damaged)},
                     .times = {.queue = 0.0, .encode = 0.5, .decode = 0.5}});
    return running;
  }

  // Returns the only segment of the answer.
  static v1::Segment SegmentOf(Running& running) {
    v1::TranslateResponse response;
    const absl::Status status = running.work->Answer(response);
    EXPECT_TRUE(status.ok()) << status;
    return response.results(0).translations().hypotheses(0).segments(0);
  }

  // Completes jobs of the model, further attempts included, until the work has
  // ended.
  void FinishAll(const std::string& model, Running& running) {
    FinishAll(SchedulerOf(model), running);
  }
  static void FinishAll(Scheduler& scheduler, Running& running) {
    while (running.ended.wait_for(std::chrono::seconds(0)) !=
           std::future_status::ready) {
      for (const auto& job : scheduler.Take(1)) {
        Finish(*job);
      }
      std::this_thread::yield();
    }
  }

  static void Finish(Job& job) { Complete(job, Different(job)); }

  // Completes the job with a translation that repeats itself.
  static void FinishWithLoop(Job& job) {
    Hypothesis hypothesis;
    hypothesis.tokens.assign(12, 7);
    hypothesis.token_log_probabilities.assign(12, -0.5F);
    Complete(job, std::move(hypothesis));
  }

  static void Complete(Job& job, Hypothesis hypothesis) {
    hypothesis.score = -0.5F;
    job.Complete({.status = absl::OkStatus(),
                  .hypotheses = {std::move(hypothesis)},
                  .times = {}});
  }

  const TempDir temp_;
  TimePoint deadline_ = kNever;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_SERVICE_TRANSLATION_WORK_FIXTURE_H_
