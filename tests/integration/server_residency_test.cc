// A server of three models that keeps one or two of them in memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/checkpoint/model_directory_writer.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kModels = 3;

class ServerResidencyTest : public ServerFixture {
 protected:
  ServerResidencyTest() {
    Write("de-en", 1, {.source = "de", .target = "en"});
    Write("en-fr", 2, {.source = "en", .target = "fr"});
    Write("en-it", 3, {.source = "en", .target = "it"});
  }

  fs::path root() const { return temp_.path() / "models"; }

  void Write(const std::string& name, uint64_t seed,
             const LanguageDirection& direction) const {
    fs::create_directories(root());
    absl::StatusOr<TinyModel> tiny = MakeTinyModel(
        {.max_positions = kTestPositions, .tagged = false, .seed = seed});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny->description.card.directions = {direction};
    tiny->description.card.version = absl::StrCat("v", seed);
    const absl::Status written = WriteModelDirectory(
        root() / name, tiny->description, tiny->Tensors(), DataType::kFloat32);
    ASSERT_TRUE(written.ok()) << written;
  }

  ServerOptions Limited(int64_t max_resident) const {
    ServerOptions options = SmallServer();
    options.model_repository = root().string();
    options.max_resident_models = max_resident;
    options.pivot_languages = {"en"};
    return options;
  }

  static v1::TranslateRequest Into(const std::string& source,
                                   const std::string& target) {
    v1::TranslateRequest request =
        Request({"The cat sees the dog. A house.", "the dog"});
    request.set_source_language(source);
    request.set_target_language(target);
    request.set_allow_pivot(true);
    request.mutable_options()->set_max_length(8);
    return request;
  }
  // Each model, and two ways through two models.
  static std::vector<v1::TranslateRequest> Mixed() {
    return {Into("de", "en"), Into("en", "fr"), Into("de", "fr"),
            Into("en", "it"), Into("de", "it")};
  }

  v1::TranslateResponse AnswerTo(const v1::TranslateRequest& request) const {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(request, response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  std::vector<v1::TranslateResponse> Answers() const {
    std::vector<v1::TranslateResponse> answers;
    for (const v1::TranslateRequest& request : Mixed()) {
      answers.push_back(AnswerTo(request));
    }
    return answers;
  }

  v1::ListModelsResponse ListModels() const {
    grpc::ClientContext context;
    v1::ListModelsResponse models;
    EXPECT_TRUE(stub().ListModels(&context, {}, &models).ok());
    return models;
  }
  int CountResident() const {
    int resident = 0;
    const v1::ListModelsResponse listed = ListModels();
    for (const v1::Model& model : listed.models()) {
      resident += model.resident() ? 1 : 0;
    }
    return resident;
  }
  // Returns a model that is not in memory.
  v1::Model AbsentModel() const {
    const v1::ListModelsResponse listed = ListModels();
    for (const v1::Model& model : listed.models()) {
      if (!model.resident()) {
        return model;
      }
    }
    ADD_FAILURE() << "all are in memory";
    return {};
  }

  static std::string WaitingFor(const std::string& model) {
    return absl::StrCat("interpres_queue_texts{model=\"", model, "\"}");
  }
  static v1::TranslateRequest ByName(const std::string& model) {
    v1::TranslateRequest request = Request({"the cat"});
    request.clear_target_language();
    request.set_model(model);
    request.mutable_options()->set_max_length(4);
    return request;
  }
  static v1::TranslateRequest EndlessBy(const std::string& model) {
    v1::TranslateRequest request = EndlessRequest();
    request.clear_target_language();
    request.set_model(model);
    return request;
  }

  const TempDir temp_;
};

TEST_F(ServerResidencyTest, AnswersEqualThoseWithoutALimit) {
  Start(Limited(0));
  const std::vector<v1::TranslateResponse> expected = Answers();
  const v1::ListModelsResponse all = ListModels();
  EXPECT_EQ(CountResident(), kModels);
  EXPECT_EQ(Metric("interpres_model_evictions_total"), 0);
  for (const int64_t limit : {1, 2, 3}) {
    Start(Limited(limit));
    v1::ListModelsResponse listed = ListModels();
    EXPECT_EQ(CountResident(), limit);
    for (v1::Model& model : *listed.mutable_models()) {
      model.set_resident(true);
    }
    EXPECT_TRUE(SameAnswer(listed, all));
    for (int round = 0; round < 2; ++round) {
      const std::vector<v1::TranslateResponse> answers = Answers();
      for (size_t i = 0; i < answers.size(); ++i) {
        EXPECT_TRUE(SameAnswer(answers[i], expected[i])) << limit << " " << i;
      }
    }
    EXPECT_LE(CountResident(), limit);
    EXPECT_EQ(Metric("interpres_model_loads_total") > 0, limit < kModels);
  }
}

TEST_F(ServerResidencyTest, ConcurrentRequestsLoseNoAnswer) {
  Start(Limited(0));
  const std::vector<v1::TranslateResponse> expected = Answers();
  const std::vector<v1::TranslateRequest> requests = Mixed();
  for (const int64_t limit : {1, 2}) {
    Start(Limited(limit));
    constexpr int kThreads = 8;
    constexpr int kRounds = 6;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int round = 0; round < kRounds; ++round) {
          const size_t i = (thread + round) % requests.size();
          EXPECT_TRUE(SameAnswer(AnswerTo(requests[i]), expected[i]));
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    EXPECT_LE(Metric("interpres_model_resident"), limit);
    EXPECT_EQ(Metric(R"(interpres_requests_total{code="OK",)"
                     R"(method="Translate"})"),
              kThreads * kRounds);
  }
}

TEST_F(ServerResidencyTest, LanguagesAndRoutesKnowAbsentModels) {
  Start(Limited(1));
  grpc::ClientContext context;
  v1::ListLanguagesResponse languages;
  ASSERT_TRUE(stub().ListLanguages(&context, {}, &languages).ok());
  EXPECT_EQ(languages.pairs_size(), 5);  // two of them through English
  EXPECT_EQ(Metric("interpres_model_loads_total"), 0);
}

TEST_F(ServerResidencyTest, AWaitingRequestEndsAtItsDeadlineOrWithItsClient) {
  Start(Limited(1));
  PendingCall busy(stub(), EndlessBy("en-it"));
  AwaitAtLeast("interpres_active_slots", 1);
  v1::TranslateResponse response;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::milliseconds(100));
  EXPECT_EQ(stub().Translate(&context, ByName("de-en"), &response).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  AwaitAtMost(WaitingFor("de-en"), 0);
  {
    PendingCall waiting(stub(), ByName("de-en"));
    AwaitAtLeast(WaitingFor("de-en"), 1);
    waiting.Cancel();
    EXPECT_EQ(waiting.Await().error_code(), grpc::StatusCode::CANCELLED);
  }
  AwaitAtMost(WaitingFor("de-en"), 0);
  busy.Cancel();
  busy.Await();
  AnswerTo(ByName("de-en"));
}

TEST_F(ServerResidencyTest, AMessageOfAStreamEndsAtItsTimeout) {
  Start(Limited(1));
  PendingCall busy(stub(), EndlessBy("en-it"));
  AwaitAtLeast("interpres_active_slots", 1);
  grpc::ClientContext context;
  const auto stream = stub().StreamTranslate(&context);
  v1::StreamTranslateRequest message;
  *message.mutable_request() = ByName("de-en");
  message.mutable_timeout()->set_nanos(50'000'000);
  ASSERT_TRUE(stream->Write(message));
  v1::StreamTranslateResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.error().code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  stream->WritesDone();
  EXPECT_TRUE(stream->Finish().ok());
}

TEST_F(ServerResidencyTest, ADrainAnswersTheRequestsThatWait) {
  Start(Limited(1));
  PendingCall busy(stub(), EndlessBy("en-it"));
  AwaitAtLeast("interpres_active_slots", 1);
  PendingCall first(stub(), ByName("de-en"));
  PendingCall second(stub(), ByName("en-fr"));
  AwaitAtLeast(WaitingFor("de-en"), 1);
  AwaitAtLeast(WaitingFor("en-fr"), 1);
  std::future<absl::Status> drained =
      std::async(std::launch::async, [this] { return app().Drain(); });
  AwaitAtMost("interpres_ready", 0);
  busy.Cancel();
  EXPECT_TRUE(first.Await().ok()) << first.Await().error_message();
  EXPECT_TRUE(second.Await().ok()) << second.Await().error_message();
  EXPECT_TRUE(drained.get().ok());
}

TEST_F(ServerResidencyTest, ADrainThatTakesTooLongCancelsTheRequestsThatWait) {
  ServerOptions options = Limited(1);
  options.drain_timeout = std::chrono::seconds(0);
  Start(options);
  PendingCall busy(stub(), EndlessBy("en-it"));
  AwaitAtLeast("interpres_active_slots", 1);
  PendingCall waiting(stub(), ByName("de-en"));
  AwaitAtLeast(WaitingFor("de-en"), 1);
  EXPECT_EQ(app().Drain().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_FALSE(waiting.Await().ok());
  EXPECT_FALSE(busy.Await().ok());
}

TEST_F(ServerResidencyTest, AFailedLoadIsOneErrorAndTheNextRequestTriesAgain) {
  Start(Limited(2));
  const std::string model = AbsentModel().name();
  fs::rename(root() / model, temp_.path() / "aside");
  // More sentences than a request queues at a time.
  v1::TranslateRequest request = ByName(model);
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&text, "The cat sees dog ", i, ". ");
  }
  request.set_texts(0, text);
  v1::TranslateResponse response;
  const grpc::Status status = Translate(request, response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr(absl::StrCat("model \"", model, "\"")),
                    HasSubstr((root() / model).string()),
                    HasSubstr("repair the checkpoint")));
  EXPECT_EQ(Metric(absl::StrCat("interpres_model_loads_total{model=\"", model,
                                "\",result=\"failed\"}")),
            1);
  fs::rename(temp_.path() / "aside", root() / model);
  AnswerTo(ByName(model));
  EXPECT_EQ(AnswerTo(request).results_size(), 1);
}

TEST_F(ServerResidencyTest, ABrokenCheckpointEndsTheStart) {
  const fs::path weights = root() / "de-en" / "model.safetensors";
  fs::resize_file(weights, fs::file_size(weights) / 2);
  absl::StatusOr<std::unique_ptr<ServerApp>> app =
      ServerApp::Create(Limited(1));
  ASSERT_TRUE(app.ok()) << app.status();
  EXPECT_THAT(std::string((*app)->Load().message()),
              HasSubstr("model \"de-en\""));
}

}  // namespace
}  // namespace interpres
