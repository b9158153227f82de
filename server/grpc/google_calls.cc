// Tested by tests/integration/server_google_test.cc.

#include "server/grpc/google_calls.h"

#include <utility>

#include "absl/status/statusor.h"
#include "model/base/status.h"
#include "server/google/detect_language.h"
#include "server/grpc/wire.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;

absl::StatusOr<v1::DetectLanguageRequest> ParseDetection(
    const grpc::ByteBuffer& bytes) {
  v3::DetectLanguageRequest request;
  INTERPRES_RETURN_IF_ERROR(ParseMessage(bytes, request));
  return google_api::ToDetectLanguage(request);
}

absl::Status AnswerDetection(const DetectionWork& work,
                             v3::DetectLanguageResponse& response) {
  INTERPRES_RETURN_IF_ERROR(work.status());
  INTERPRES_ASSIGN_OR_RETURN(response,
                             google_api::FromDetectLanguage(work.response()));
  return absl::OkStatus();
}

}  // namespace

GoogleTranslateTextCall::GoogleTranslateTextCall(
    std::unique_ptr<ServiceCall> service_call,
    grpc::CallbackServerContext& server)
    : ReceivedCall(std::move(service_call), server),
      work_(call(), [this] { FinishWith(work_.status(), work_.response()); }) {}

Priority GoogleTranslateTextCall::PriorityOf(
    const grpc::ByteBuffer& /*request*/) const {
  return call().priority();
}

void GoogleTranslateTextCall::Prepare(grpc::ByteBuffer& request) {
  v3::TranslateTextRequest parsed;
  const absl::Status status = ParseMessage(request, parsed);
  request.Clear();
  if (!status.ok()) {
    FinishWithError(status);
    return;
  }
  // The call may be gone when Start returns.
  work_.Start(parsed);
}

AnswerHeaders GoogleTranslateTextCall::End(const absl::Status& status) {
  return work_.End(status);
}

GoogleDetectLanguageCall::GoogleDetectLanguageCall(
    std::unique_ptr<ServiceCall> service_call,
    grpc::CallbackServerContext& server)
    : ReceivedCall(std::move(service_call), server),
      work_(call(), [this] { Answer(); }) {}

Priority GoogleDetectLanguageCall::PriorityOf(
    const grpc::ByteBuffer& /*request*/) const {
  return call().priority();
}

void GoogleDetectLanguageCall::Prepare(grpc::ByteBuffer& request) {
  absl::StatusOr<v1::DetectLanguageRequest> parsed = ParseDetection(request);
  request.Clear();
  if (!parsed.ok()) {
    FinishWithError(parsed.status());
    return;
  }
  // The call may be gone when Start returns.
  work_.Start(*std::move(parsed));
}

void GoogleDetectLanguageCall::Answer() {
  v3::DetectLanguageResponse response;
  const absl::Status status = AnswerDetection(work_, response);
  FinishWith(status, response);
}

AnswerHeaders GoogleDetectLanguageCall::End(const absl::Status& status) {
  return EndOtherCall(call(), work_.texts(), status);
}

GoogleShortCall::GoogleShortCall(std::unique_ptr<ServiceCall> service_call,
                                 grpc::CallbackServerContext& server,
                                 Answer answer)
    : ReceivedCall(std::move(service_call), server),
      answer_(std::move(answer)) {}

Priority GoogleShortCall::PriorityOf(
    const grpc::ByteBuffer& /*request*/) const {
  return call().priority();
}

void GoogleShortCall::Prepare(grpc::ByteBuffer& request) {
  // The call, with its members, may be gone before the function returns.
  const Answer answer = std::move(answer_);
  answer(call(), request,
         [this](const absl::Status& status,
                const google::protobuf::Message& response) {
           FinishWith(status, response);
         });
}

AnswerHeaders GoogleShortCall::End(const absl::Status& status) {
  return EndOtherCall(call(), /*texts=*/0, status);
}

}  // namespace interpres
