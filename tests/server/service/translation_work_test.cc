#include "server/service/translation_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/quota/character_quota.h"
#include "tests/server/service/translation_work_fixture.h"
#include "tests/testing/allocation_counter.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST_F(TranslationWorkTest, ADamagedAtomIsRequiredBeforeTheDeadline) {
  deadline_ = clock_.Now() + std::chrono::seconds(100);
  Running running = StartDamaged();
  const std::unique_ptr<Job> repair = TakeJob("english");
  ASSERT_EQ(repair->spec().sentence.required.size(), 1U);
  EXPECT_EQ(repair->spec().deadline, clock_.Now() + std::chrono::seconds(80));
  repair->Complete({.status = absl::DeadlineExceededError("late")});
  running.ended.wait();
  const v1::Segment segment = SegmentOf(running);
  ASSERT_EQ(segment.flags_size(), 1);
  EXPECT_EQ(segment.flags(0), v1::SEGMENT_FLAG_REPAIR_INCOMPLETE);
  ASSERT_EQ(segment.protected_spans_size(), 1);
  const v1::ProtectedSpan& span = segment.protected_spans(0);
  EXPECT_EQ(span.step(), v1::PROTECTION_STEP_SPLICE);
  EXPECT_EQ(span.source().begin(), 13);
  EXPECT_EQ(span.source().end(), 20);
  EXPECT_EQ(span.target().end() - span.target().begin(), 7);
  ExpectMetric(
      "interpres_protected_spans_total{kind=\"do_not_translate\",model="
      "\"english\",step=\"splice\"} 1");
}

TEST_F(TranslationWorkTest, ARepairWithoutTimeDoesNotBegin) {
  // The first attempt took a second; a repair must have two in 80 % of the
  // time.
  deadline_ = clock_.Now() + std::chrono::milliseconds(2400);
  Running running = StartDamaged();
  running.ended.wait();
  EXPECT_EQ(SegmentOf(running).flags(0), v1::SEGMENT_FLAG_REPAIR_INCOMPLETE);
}

TEST_F(TranslationWorkTest, TheHeaderIsThePriorityOfARequestWithoutOne) {
  Load("english", {.source = "en", .target = "fr"}, {});
  v1::TranslateRequest request = Request({"the dog"});
  for (const auto& [stated, expected] :
       {std::pair(v1::PRIORITY_UNSPECIFIED, Priority::kBatch),
        std::pair(v1::PRIORITY_INTERACTIVE, Priority::kInteractive)}) {
    request.set_priority(stated);
    Running running = Start(request, {.priority = "batch"});
    const std::unique_ptr<Job> job = TakeJob("english");
    EXPECT_EQ(job->spec().flow.priority, expected);
    Finish(*job);
    FinishAll("english", running);
  }
}

TEST_F(TranslationWorkTest, ALackOfMemoryForTheAnswerIsAnError) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers replace operator new";
  }
  Load("english", {.source = "en", .target = "fr"}, {});
  Running running = Start(Request({"the dog sees the cat now"}));
  FinishAll("english", running);
  absl::Status status = absl::UnknownError("not called");
  int64_t allowed = 0;
  for (; !status.ok(); ++allowed) {
    v1::TranslateResponse response;
    {
      const AllocationLimit limit(allowed);
      status = running.work->Answer(response);
    }
    EXPECT_EQ(response.results_size(), status.ok() ? 1 : 0);
    ASSERT_TRUE(status.ok() || absl::IsResourceExhausted(status)) << status;
  }
  EXPECT_GT(allowed, 1);
}

TEST_F(TranslationWorkTest, ATextOfAtomsAloneIsCopied) {
  Load("english", {.source = "en", .target = "fr"}, {});
  Running running = Start(Request({"https://example.org/a 12"}));
  running.ended.wait();
  const v1::Segment segment = SegmentOf(running);
  ASSERT_EQ(segment.protected_spans_size(), 2);
  EXPECT_EQ(segment.protected_spans(1).step(), v1::PROTECTION_STEP_COPY);
  EXPECT_EQ(segment.protected_spans(1).target().begin(), 22);
}

TEST_F(TranslationWorkTest, ATextWithoutLettersStaysWithTextsOfTheTarget) {
  Load("english", {.source = "en", .target = "fr"}, {});
  v1::TranslateRequest request = Request({"2024", "12 - 5"});
  request.set_keep_target_language(true);
  Running running = Start(request);
  running.ended.wait();
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(response.results(0).translations().hypotheses(0).text(), "2024");
  EXPECT_EQ(response.results(1).translations().hypotheses(0).text(), "12 - 5");
  EXPECT_EQ(response.results(0).models_size(), 0) << "no model was asked";
}

TEST_F(TranslationWorkTest, ATextInAnotherScriptOfTheTargetIsTranslated) {
  Load("english", {.source = "en", .target = "zh-Hant"}, {});
  Load("chinese", {.source = "zh", .target = "fr"}, {});
  v1::TranslateRequest request = Request({"我们今天去图书馆借书。"});
  request.set_target_language("zh-Hant");
  request.set_keep_target_language(true);
  v1::TranslateResponse response;
  {
    Running kept = Start(request);
    kept.ended.wait();
    const absl::Status status = kept.work->Answer(response);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(response.results(0).models_size(), 0) << "no model translates it";
  }
  Load("simplified", {.source = "zh", .target = "zh-Hant"}, {});
  {
    Running translated = Start(request);
    FinishAll("simplified", translated);
    response.Clear();
    const absl::Status status = translated.work->Answer(response);
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(response.results(0).models_size(), 1);
    EXPECT_EQ(response.results(0).models(0).name(), "simplified");
  }
  Load("another", {.source = "zh", .target = "zh-Hant"}, {});
  Running ambiguous = Start(request);
  ambiguous.ended.wait();
  const absl::Status status = ambiguous.work->Answer(response);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
}

TEST_F(TranslationWorkTest, SpansInMarkupHaveTheirPlaces) {
  Load("english", {.source = "en", .target = "fr"}, {});
  v1::TranslateRequest request = Request({"<p>https://a.io <b>12</b></p>"});
  request.set_format(v1::TEXT_FORMAT_HTML);
  Running running = Start(request);
  running.ended.wait();
  const v1::Segment segment = SegmentOf(running);
  ASSERT_EQ(segment.protected_spans_size(), 2);
  EXPECT_EQ(segment.protected_spans(0).source().begin(), 3);
  EXPECT_EQ(segment.protected_spans(1).source().begin(), 19);
  EXPECT_EQ(segment.protected_spans(1).target().begin(), 19);
}

TEST_F(TranslationWorkTest, AModelWithoutRoomRefusesItsTextsAlone) {
  Load("english", {.source = "en", .target = "fr"}, {});
  Load("spanish", {.source = "es", .target = "fr"}, {.max_jobs = 1});
  v1::TranslateRequest filler = Request({kSpanish});
  filler.set_model("spanish");
  Running other = Start(filler, {.client_name = "other"});
  AwaitJob("spanish");

  Running running = Start(Request({kEnglish, kSpanish, ""}));
  FinishAll("english", running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  ASSERT_EQ(response.results_size(), 3);
  EXPECT_TRUE(response.results(0).has_translations());
  EXPECT_EQ(response.results(0).models(0).name(), "english");
  const v1::TextError& error = response.results(1).error();
  EXPECT_EQ(error.code(), 8) << error.ShortDebugString();
  EXPECT_THAT(error.message(), HasSubstr("queue"));
  EXPECT_TRUE(error.has_retry_delay());
  EXPECT_TRUE(response.results(2).has_translations());

  FinishAll("spanish", other);
  response.Clear();
  EXPECT_TRUE(other.work->Answer(response).ok());
}

TEST_F(TranslationWorkTest, ASlowModelFailsItsTextsAlone) {
  Load("english", {.source = "en", .target = "fr"}, {});
  Load("spanish", {.source = "es", .target = "fr"}, {});
  Running running = Start(Request({kEnglish, kSpanish}));
  TakeJob("spanish")->Complete(
      {.status = absl::DeadlineExceededError("too slow")});
  FinishAll("english", running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(response.results(0).has_translations());
  EXPECT_EQ(response.results(1).error().code(), 4);
  EXPECT_EQ(response.results(1).error().message(), "too slow");
}

TEST_F(TranslationWorkTest, ARetryNeedsNoRoomAndOutlivesClose) {
  Load("english", {.source = "en", .target = "fr"}, {.max_jobs = 1});
  Running running = Start(Request({kEnglish}));
  const std::unique_ptr<Job> first = TakeJob("english");
  Running other = Start(Request({"the cat"}), {.client_name = "other"});
  AwaitJob("english");  // the queue is full
  SchedulerOf("english").Close();
  FinishWithLoop(*first);
  EXPECT_EQ(SchedulerOf("english").load().jobs, 2);
  FinishAll("english", running);
  FinishAll("english", other);
  for (const Running* ended : {&running, &other}) {
    v1::TranslateResponse response;
    const absl::Status status = ended->work->Answer(response);
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_EQ(response.results(0).translations().hypotheses(0).finish_reason(),
              v1::FINISH_REASON_END_OF_SENTENCE);
  }
}

TEST_F(TranslationWorkTest, APartialResultComesAfterTheRetries) {
  Load("english", {.source = "en", .target = "fr"}, {});
  std::atomic<int> partial = 0;
  Running running = Start(Request({kEnglish}), {},
                          [&](const v1::PartialResult&) { ++partial; });
  FinishWithLoop(*TakeJob("english"));
  AwaitJob("english");
  EXPECT_EQ(partial, 0);
  FinishAll("english", running);
  EXPECT_EQ(partial, 1);
  v1::TranslateResponse response;
  EXPECT_TRUE(running.work->Answer(response).ok());
}

TEST_F(TranslationWorkTest, PartialResultsThatWereSentStayCharged) {
  Load("english", {.source = "en", .target = "fr"}, {});
  const auto quota =
      CharacterQuota::Load({.characters = 1000}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  for (const bool sends : {false, true}) {
    Running running = Start(Request({"the dog", "the cat"}), {},
                            [](const v1::PartialResult&) {});
    const std::unique_ptr<Job> first = TakeJob("english");
    const std::unique_ptr<Job> second = TakeJob("english");
    if (sends) {
      Finish(*first);
    } else {
      first->Complete({.status = absl::CancelledError("gone")});
    }
    second->Complete({.status = absl::CancelledError("gone")});
    FinishAll("english", running);
    v1::TranslateResponse response;
    EXPECT_TRUE(absl::IsCancelled(running.work->Answer(response)));
    EXPECT_EQ((*quota)->CountOf(running.call->owner()), sends ? 14 : 0);
  }
  context_.quota = nullptr;
}

TEST_F(TranslationWorkTest, AResponseThatIsTooLargeIsRefunded) {
  Load("english", {.source = "en", .target = "fr"}, {});
  const auto quota =
      CharacterQuota::Load({.characters = 1000}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  context_.request_limits.max_response_bytes = 1;
  Running running = Start(Request({"the dog"}));
  FinishAll("english", running);
  EXPECT_EQ((*quota)->CountOf(running.call->owner()), 7);
  v1::TranslateResponse response;
  EXPECT_TRUE(absl::IsResourceExhausted(running.work->Answer(response)));
  EXPECT_EQ((*quota)->CountOf(running.call->owner()), 0);
  context_.quota = nullptr;
}

TEST_F(TranslationWorkTest, AReloadBeforeARetryKeepsTheModel) {
  Load("english", {.source = "en", .target = "fr"}, {});
  const ServedModelPtr old = models_.Find("english");
  Running running = Start(Request({kEnglish}));
  const std::unique_ptr<Job> first = TakeJob("english");
  Load("english", {.source = "en", .target = "fr"}, {}, /*seed=*/2);
  ASSERT_NE(models_.Find("english")->version(), old->version());
  FinishWithLoop(*first);
  FinishAll(old->scheduler(), running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(response.model_version(), old->version());
}

TEST_F(TranslationWorkTest, AReloadBetweenTwoLegsKeepsTheModels) {
  Load("first", {.source = "de", .target = "en"}, {});
  Load("second", {.source = "en", .target = "fr"}, {});
  context_.pivot_languages = {"en"};
  const ServedModelPtr old = models_.Find("second");
  v1::TranslateRequest request = Request({"the cat"});
  request.set_source_language("de");
  request.set_allow_pivot(true);
  Running running = Start(request);
  const std::unique_ptr<Job> job = TakeJob("first");
  Load("second", {.source = "en", .target = "fr"}, {}, /*seed=*/2);
  Finish(*job);
  AwaitJob(old->scheduler());
  EXPECT_EQ(SchedulerOf("second").load().jobs, 0);
  FinishAll(old->scheduler(), running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(response.results(0).models(1).version(), old->version());
}

TEST_F(TranslationWorkTest, TheTranslationOfAFirstLegHasNoMaximumSize) {
  Load("first", {.source = "de", .target = "en"}, {});
  Load("second", {.source = "en", .target = "fr"}, {});
  context_.pivot_languages = {"en"};
  v1::TranslateRequest request = Request({"a"});
  context_.request_limits.max_text_bytes = std::ssize(request.texts(0));
  request.set_source_language("de");
  request.set_allow_pivot(true);
  Running running = Start(request);
  const std::unique_ptr<Job> job = TakeJob("first");
  Hypothesis longer = Different(*job);
  longer.tokens.push_back(longer.tokens.back() + 1);
  longer.token_log_probabilities.push_back(-0.5F);
  longer.alignment.push_back(0);
  Complete(*job, std::move(longer));
  FinishAll("second", running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(response.results(0).has_translations())
      << response.results(0).error().message();
}

TEST_F(TranslationWorkTest, ADrainBetweenTwoLegsLosesNothing) {
  Load("first", {.source = "de", .target = "en"}, {});
  Load("second", {.source = "en", .target = "fr"}, {});
  context_.pivot_languages = {"en"};
  v1::TranslateRequest request = Request({"the cat", "a dog"});
  request.set_source_language("de");
  request.set_allow_pivot(true);
  Running running = Start(request);
  Finish(*TakeJob("first"));
  const std::unique_ptr<Job> last = TakeJob("first");
  calls_.BeginDrain();
  EXPECT_FALSE(Begin({}).ok());
  Finish(*last);
  AwaitJob("second");
  EXPECT_FALSE(calls_.AwaitNone(clock_, clock_.Now()));
  FinishAll("second", running);
  v1::TranslateResponse response;
  const absl::Status status = running.work->Answer(response);
  ASSERT_TRUE(status.ok()) << status;
  for (const v1::TranslationResult& result : response.results()) {
    EXPECT_TRUE(result.has_translations());
    EXPECT_EQ(result.models_size(), 2);
  }
  running.work.reset();
  running.call.reset();
  EXPECT_TRUE(calls_.AwaitNone(clock_, clock_.Now()));
}

}  // namespace
}  // namespace interpres
