// A StreamTranslate service over a tiny model, with a scheduler whose jobs the
// test completes.

#ifndef INTERPRES_TESTS_SERVER_GRPC_STREAM_CALL_FIXTURE_H_
#define INTERPRES_TESTS_SERVER_GRPC_STREAM_CALL_FIXTURE_H_

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/grpc/stream_call.h"
#include "server/grpc/translation_service.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/take_jobs.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {

class StreamCallTest : public ::testing::Test {
 protected:
  using Stream = grpc::ClientReaderWriter<v1::StreamTranslateRequest,
                                          v1::StreamTranslateResponse>;

  static constexpr int64_t kBound = 4;

  void Start(const QueueLimits& limits, int64_t max_calls = 8) {
    ASSERT_TRUE(WriteTinyModel(temp_.path() / "tiny", {}).ok());
    // Without workers: the test takes the jobs.
    auto model = ServedModel::Load(
        {.name = "tiny", .path = temp_.path() / "tiny"},
        {.compute_type = "float32", .workers = 0, .queue = limits},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    model_ = model->get();
    models_.Put(*std::move(model));
    calls_ = std::make_unique<CallTracker>(max_calls, metrics_);
    text_pool_ = std::make_unique<TextPool>(1);
    context_ = std::make_unique<TranslationContext>(TranslationContext{
        .models = models_,
        .metrics = metrics_,
        .clock = clock_,
        .text_pool = *text_pool_,
        .received = received_,
        .calls = *calls_,
        .attention = attention_,
        .request_limits = {.max_texts = 3, .max_stream_texts = kBound}});
    service_.Open(*context_);
    Listen();
  }

  void Listen() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port_);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    channel_ = Connect({});
    stub_ = v1::TranslationService::NewStub(channel_);
  }

  std::shared_ptr<grpc::Channel> Connect(
      const grpc::ChannelArguments& arguments) const {
    return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(port_),
                                     grpc::InsecureChannelCredentials(),
                                     arguments);
  }

  void TearDown() override {
    if (server_ != nullptr) {
      server_->Shutdown(std::chrono::system_clock::now());
    }
  }

  static v1::StreamTranslateRequest Message(uint64_t id,
                                            const std::string& text) {
    v1::StreamTranslateRequest message;
    message.set_id(id);
    message.mutable_request()->add_texts(text);
    message.mutable_request()->set_target_language("es");
    return message;
  }

  static void Send(Stream& stream, uint64_t id) {
    ASSERT_TRUE(stream.Write(Message(id, "the cat")));
  }

  // Takes `count` texts from the queue, oldest first. Blocks until there are
  // enough.
  JobList TakeJobs(size_t count) {
    JobList jobs;
    while (jobs.size() < count) {
      for (auto& job : TakeWhenReady(
               scheduler(), static_cast<int64_t>(count - jobs.size()))) {
        jobs.push_back(std::move(job));
      }
    }
    return jobs;
  }

  static void Finish(Job& job, size_t tokens = 1) {
    Hypothesis hypothesis;
    hypothesis.tokens.assign(tokens, 7);
    hypothesis.token_log_probabilities.assign(tokens, -0.5F);
    hypothesis.score = -0.5F;
    job.Complete(JobOutcome{.status = absl::OkStatus(),
                            .hypotheses = {std::move(hypothesis)},
                            .times = {}});
  }

  Scheduler& scheduler() const { return model_->scheduler(); }

  static v1::StreamTranslateResponse Read(Stream& stream) {
    v1::StreamTranslateResponse response;
    EXPECT_TRUE(stream.Read(&response));
    return response;
  }

  // Ends the messages of the client, expects no further result, and returns the
  // status of the stream.
  static grpc::Status End(Stream& stream) {
    stream.WritesDone();
    return AwaitEnd(stream);
  }
  static grpc::Status AwaitEnd(Stream& stream) {
    v1::StreamTranslateResponse response;
    EXPECT_FALSE(stream.Read(&response)) << response.ShortDebugString();
    return stream.Finish();
  }

  void AwaitNoCalls() {
    RealClock real;
    EXPECT_TRUE(calls_->AwaitNone(real, kNever));
  }

  const TempDir temp_;
  FakeClock clock_;
  Metrics metrics_;
  ModelRegistry models_;
  ServedModel* model_ = nullptr;
  std::unique_ptr<CallTracker> calls_;
  Permits attention_{2};
  std::unique_ptr<TranslationContext> context_;
  TranslationService service_;
  ReceiveBudget received_{ReceiveLimits(), clock_};
  std::unique_ptr<TextPool> text_pool_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::TranslationService::Stub> stub_;
  grpc::ClientContext client_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_SERVER_GRPC_STREAM_CALL_FIXTURE_H_
