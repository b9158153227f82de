#include "server/google/translate_text_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "model/checkpoint/model_directory_writer.h"
#include "server/quota/character_quota.h"
#include "tests/server/service/service_fixture.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres::google_api {
namespace {

using ::testing::HasSubstr;

// One model without workers: the test completes its jobs.
class TranslateTextWorkTest : public ServiceTest {
 protected:
  void SetUp() override {
    absl::StatusOr<TinyModel> tiny = MakeTinyModel({.tagged = false});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {{.source = "en", .target = "fr"}};
    const absl::Status written =
        WriteModelDirectory(temp_.path() / "tiny", tiny->description,
                            tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
    auto model = ServedModel::Load(
        {.name = "tiny", .path = temp_.path() / "tiny"},
        {.compute_type = "float32", .workers = 0, .queue = {}},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    models_.Put(*std::move(model));
    context_.request_limits.max_texts = 2;
  }

  static v3::TranslateTextRequest Request(int texts) {
    v3::TranslateTextRequest request;
    request.set_parent("projects/p");
    request.set_mime_type("text/plain");
    request.set_source_language_code("en");
    request.set_target_language_code("fr");
    for (int i = 0; i < texts; ++i) {
      request.add_contents("the dog sees " + std::to_string(i));
    }
    return request;
  }

  // Starts the work on a text thread.
  void Start(const v3::TranslateTextRequest& request) {
    auto call = Begin({}, RpcMethod::kGoogleTranslateText);
    ASSERT_TRUE(call.ok()) << call.status();
    call_ = *std::move(call);
    work_ = std::make_unique<TranslateTextWork>(*call_,
                                                [this] { ended_.set_value(); });
    text_pool_.Post({.stage = TextStage::kPrepare,
                     .run = [this, request] { work_->Start(request); }});
  }

  // Completes jobs until the work has ended. Returns their number.
  int FinishAll() {
    std::future<void> ended = ended_.get_future();
    int jobs = 0;
    while (ended.wait_for(std::chrono::seconds(0)) !=
           std::future_status::ready) {
      for (const auto& job : models_.Find("tiny")->scheduler().Take(1)) {
        Finish(*job);
        ++jobs;
      }
      std::this_thread::yield();
    }
    return jobs;
  }

  // Completes the job with as many different tokens as its sentence has.
  static void Finish(Job& job) {
    job.Complete({.status = absl::OkStatus(),
                  .hypotheses = {Different(job)},
                  .times = {.queue = 1.0}});
  }

  const TempDir temp_;
  std::promise<void> ended_;
  std::unique_ptr<ServiceCall> call_;
  std::unique_ptr<TranslateTextWork> work_;
};

TEST_F(TranslateTextWorkTest, PartsFollowEachOther) {
  Start(Request(5));
  EXPECT_GE(FinishAll(), 5);
  ASSERT_TRUE(work_->status().ok()) << work_->status();
  EXPECT_EQ(work_->response().translations_size(), 5);
  EXPECT_EQ(work_->response().glossary_translations_size(), 0);
  for (const v3::Translation& translation : work_->response().translations()) {
    EXPECT_NE(translation.translated_text(), "");
  }
}

TEST_F(TranslateTextWorkTest, RecordsOneCall) {
  Start(Request(5));
  (void)FinishAll();
  const AnswerHeaders headers = work_->End(work_->status());
  EXPECT_THAT(headers, ::testing::Contains(
                           ::testing::Pair("interpres-queue-ms", "1000.000")));
  ExpectRequests("google.TranslateText", "OK", 1);
}

TEST_F(TranslateTextWorkTest, AWrongRequestEndsTheWork) {
  v3::TranslateTextRequest request = Request(1);
  request.clear_parent();
  Start(request);
  EXPECT_EQ(FinishAll(), 0);
  EXPECT_EQ(work_->status().code(), absl::StatusCode::kInvalidArgument);
  (void)work_->End(work_->status());
  ExpectRequests("google.TranslateText", "INVALID_ARGUMENT", 1);
}

TEST_F(TranslateTextWorkTest, AnErrorOfTheFirstPartIsTheEnd) {
  v3::TranslateTextRequest request = Request(5);
  request.mutable_glossary_config()->set_glossary(
      "projects/p/locations/l/glossaries/terms");
  Start(request);
  EXPECT_EQ(FinishAll(), 0);
  EXPECT_FALSE(work_->status().ok());
  EXPECT_EQ(work_->status().message(),
            "glossary_config.glossary is \"terms\", and the server has no "
            "glossaries; start the server with --glossary-directory");
}

TEST_F(TranslateTextWorkTest, ErrorsNameGooglesFields) {
  v3::TranslateTextRequest request = Request(1);
  request.set_source_language_code("no code");
  Start(request);
  EXPECT_EQ(FinishAll(), 0);
  const std::string message(work_->status().message());
  EXPECT_THAT(message, HasSubstr("source_language_code is no language code"));
  EXPECT_THAT(message, HasSubstr("GetSupportedLanguages lists the codes"));
}

TEST_F(TranslateTextWorkTest, ACancelledCallEnds) {
  Start(Request(5));
  while (models_.Find("tiny")->scheduler().load().jobs == 0) {
    std::this_thread::yield();
  }
  call_->Cancel();
  (void)FinishAll();
  EXPECT_EQ(work_->status().code(), absl::StatusCode::kCancelled);
}

TEST_F(TranslateTextWorkTest, TheResponseHasALimit) {
  const auto quota =
      CharacterQuota::Load({.characters = 1000}, [] { return 0; });
  ASSERT_TRUE(quota.ok());
  context_.quota = quota->get();
  context_.request_limits.max_response_bytes = 60;
  Start(Request(4));
  (void)FinishAll();
  EXPECT_EQ(work_->status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ((*quota)->CountOf(call_->owner()), 0) << "all parts are refunded";
  context_.quota = nullptr;
}

}  // namespace
}  // namespace interpres::google_api
