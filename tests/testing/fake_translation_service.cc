#include "tests/testing/fake_translation_service.h"

#include <grpcpp/health_check_service_interface.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace interpres::testing {

using interpres::v1::StreamTranslateRequest;
using interpres::v1::StreamTranslateResponse;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;

grpc::Status TranslateWithBrackets(const TranslateRequest& request,
                                   TranslateResponse* response) {
  const int n_best =
      request.options().has_n_best() ? request.options().n_best() : 1;
  for (const std::string& text : request.texts()) {
    auto& result = *response->add_results();
    result.set_source_tokens(static_cast<int>(text.size()) + 1);
    for (int i = 0; i < n_best; ++i) {
      auto& hypothesis = *result.mutable_translations()->add_hypotheses();
      hypothesis.set_text("<" + text + ">" +
                          (i == 0 ? "" : std::to_string(i + 1)));
      hypothesis.set_score(-0.5F * static_cast<float>(i + 1));
      hypothesis.set_finish_reason(
          interpres::v1::FINISH_REASON_END_OF_SENTENCE);
      hypothesis.set_target_tokens(3);
    }
  }
  return grpc::Status::OK;
}

grpc::Status BusyFor(std::chrono::milliseconds delay) {
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(delay.count() / 1000);
  info.mutable_retry_delay()->set_nanos(static_cast<int>(delay.count() % 1000) *
                                        1000000);
  google::rpc::Status details;
  details.set_code(grpc::StatusCode::RESOURCE_EXHAUSTED);
  details.set_message("the queue is full");
  details.add_details()->PackFrom(info);
  return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, details.message(),
                      details.SerializeAsString());
}

namespace {

interpres::v1::Model FakeModel() {
  interpres::v1::Model model;
  model.set_name("fake");
  model.set_version("v7");
  auto& direction = *model.add_directions();
  direction.set_source_language("en");
  direction.set_target_language("es");
  model.set_max_source_tokens(256);
  model.set_max_target_tokens(512);
  model.set_default_beam_size(4);
  model.set_default_length_penalty(1.0F);
  model.set_compute_type("float32");
  model.set_parameters(1234);
  return model;
}

}  // namespace

class FakeTranslationService::Service final
    : public interpres::v1::TranslationService::Service {
 public:
  using Stream =
      grpc::ServerReaderWriter<StreamTranslateResponse, StreamTranslateRequest>;

  explicit Service(Handler handler) : handler_(std::move(handler)) {}

  grpc::Status Translate(grpc::ServerContext* /*context*/,
                         const TranslateRequest* request,
                         TranslateResponse* response) override {
    return handler_(*request, response);
  }

  grpc::Status StreamTranslate(grpc::ServerContext* /*context*/,
                               Stream* stream) override {
    ++streams;
    std::mutex mutex;
    std::vector<std::jthread> threads;
    StreamTranslateRequest message;
    for (int answered = 0; stream->Read(&message); ++answered) {
      if (answered == break_after) {
        threads.clear();  // joins: what was taken is answered
        return grpc::Status(grpc::StatusCode::UNAVAILABLE, "broken");
      }
      threads.emplace_back([this, stream, &mutex, message] {
        const StreamTranslateResponse response = Handle(message);
        const std::lock_guard<std::mutex> lock(mutex);
        stream->Write(response);
      });
    }
    threads.clear();
    return grpc::Status::OK;
  }

  grpc::Status ListModels(
      grpc::ServerContext* /*context*/,
      const interpres::v1::ListModelsRequest* /*request*/,
      interpres::v1::ListModelsResponse* response) override {
    *response->add_models() = FakeModel();
    return grpc::Status::OK;
  }

  grpc::Status GetModel(grpc::ServerContext* /*context*/,
                        const interpres::v1::GetModelRequest* request,
                        interpres::v1::Model* response) override {
    *response = FakeModel();
    return request->name() == response->name()
               ? grpc::Status::OK
               : grpc::Status(grpc::StatusCode::NOT_FOUND, "expected \"fake\"");
  }

  // "es: hola" is in `es`. A text without a colon has no language, and "too
  // long" is an error.
  grpc::Status DetectLanguage(
      grpc::ServerContext* /*context*/,
      const interpres::v1::DetectLanguageRequest* request,
      interpres::v1::DetectLanguageResponse* response) override {
    for (const std::string& text : request->texts()) {
      interpres::v1::DetectionResult& result = *response->add_results();
      if (text == "too long") {
        result.mutable_error()->set_code(grpc::StatusCode::INVALID_ARGUMENT);
        result.mutable_error()->set_message("the text has too many bytes");
        continue;
      }
      const std::size_t colon = text.find(':');
      const bool is_known = colon != std::string::npos;
      interpres::v1::DetectedLanguage& language = *result.add_languages();
      language.set_language(is_known ? text.substr(0, colon) : "und");
      language.set_confidence(is_known ? 0.75F : 0.0F);
    }
    return grpc::Status::OK;
  }

  grpc::Status ListLanguages(
      grpc::ServerContext* /*context*/,
      const interpres::v1::ListLanguagesRequest* /*request*/,
      interpres::v1::ListLanguagesResponse* response) override {
    interpres::v1::LanguagePair& open = *response->add_pairs();
    open.set_target_language("es");
    open.set_target_name("Spanish");
    open.add_models("fake");
    open.add_models("other");
    interpres::v1::LanguagePair& pair = *response->add_pairs();
    pair.set_source_language("en");
    pair.set_target_language("es");
    pair.set_source_name("English");
    pair.set_target_name("Spanish");
    pair.add_models("fake");
    return grpc::Status::OK;
  }

  std::atomic<int> streams = 0;
  std::atomic<int> break_after = -1;

 private:
  StreamTranslateResponse Handle(const StreamTranslateRequest& message) const {
    StreamTranslateResponse answer;
    answer.set_id(message.id());
    const grpc::Status status =
        handler_(message.request(), answer.mutable_response());
    if (!status.ok()) {
      auto& error = *answer.mutable_error();
      error.set_code(status.error_code());
      error.set_message(status.error_message());
      google::rpc::Status details;
      google::rpc::RetryInfo retry;
      if (details.ParseFromString(status.error_details()) &&
          details.details_size() == 1 && details.details(0).UnpackTo(&retry)) {
        *error.mutable_retry_delay() = retry.retry_delay();
      }
    }
    return answer;
  }

  const Handler handler_;
};

FakeTranslationService::FakeTranslationService(Handler handler,
                                               const std::string& address)
    : service_(std::make_unique<Service>(std::move(handler))) {
  grpc::EnableDefaultHealthCheckService(true);
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(service_.get());
  server_ = builder.BuildAndStart();
  address_ = address.starts_with("unix:") ? address
                                          : "127.0.0.1:" + std::to_string(port);
}

FakeTranslationService::~FakeTranslationService() { server_->Shutdown(); }

void FakeTranslationService::SetServing(bool serving) {
  server_->GetHealthCheckService()->SetServingStatus(serving);
}

void FakeTranslationService::BreakStreamsAfter(int messages) {
  service_->break_after = messages;
}

int FakeTranslationService::streams() const { return service_->streams; }

}  // namespace interpres::testing
