// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/stream_http_call.h"

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/http/http_status.h"
#include "server/http/json_message.h"
#include "server/service/canonical_code.h"
#include "server/service/stream_message.h"

namespace interpres {
namespace {

absl::Status ReadRequest(const HttpRequest& request,
                         v1::TranslateRequest& message) {
  INTERPRES_RETURN_IF_ERROR(ParseJson(request.body, message));
  return CheckPartialResults(message, {.remedy = "use /v1/translate"});
}

}  // namespace

void StreamHttpCall::Run() {
  const absl::Status begun =
      Begin(RpcMethod::kStreamTranslate, [](const HttpRequest& request) {
        return std::string(request.Header("authorization"));
      });
  if (!begun.ok()) {
    sink().Send(ErrorResponse(begun));
    return;
  }
  context().metrics.AddStreamsInFlight(1);
  v1::TranslateRequest message;
  const absl::Status read = ReadRequest(request(), message);
  texts_ = message.texts_size();
  work_.emplace(call(), call().deadline(), [this] { Answer(); });
  if (!read.ok()) {
    FinishWith(read, {});
    return;
  }
  work_->SetPartialListener(
      [this](const v1::PartialResult& partial) { SendPartial(partial); });
  // The call may be gone when Start returns.
  work_->Start(std::move(message));
}

void StreamHttpCall::SendEvent(std::string_view name, std::string_view json) {
  std::string event =
      absl::StrCat("event: ", AsAbsl(name), "\ndata: ", AsAbsl(json), "\n\n");
  const MutexLock lock(events_mutex_);
  if (has_begun_) {
    sink().StreamData(std::move(event));
    return;
  }
  has_begun_ = true;
  // A proxy must not collect the events.
  sink().BeginStream({.content_type = "text/event-stream",
                      .body = std::move(event),
                      .headers = {{"x-accel-buffering", "no"}}});
}

void StreamHttpCall::SendPartial(const v1::PartialResult& partial) {
  const absl::StatusOr<std::string> json = ToJson(partial);
  if (json.ok()) {
    SendEvent("partial", *json);
  }
}

void StreamHttpCall::Answer() {
  v1::TranslateResponse response;
  const absl::Status status = work_->Answer(response);
  FinishWith(status, response);
}

void StreamHttpCall::FinishWith(const absl::Status& status,
                                const v1::TranslateResponse& response) {
  absl::StatusOr<std::string> json =
      status.ok() ? ToJson(response) : absl::StatusOr<std::string>(status);
  EndStreamMessage(call(), {.status = json.status(),
                            .code = CanonicalCode(json.status().code()),
                            .texts = texts_,
                            .arrived_at = call().started_at(),
                            .work = &*work_});
  const AnswerHeaders headers =
      EndStream(call(), work_->model_version(), json.status());
  context().metrics.AddStreamsInFlight(-1);
  bool has_begun = false;
  {
    const MutexLock lock(events_mutex_);
    has_begun = has_begun_;
  }
  if (!json.ok() && !has_begun) {
    SendWith(headers, ErrorResponse(json.status()));
    return;
  }
  SendEvent(json.ok() ? "result" : "error",
            json.ok() ? *json : ErrorResponse(json.status()).body);
  sink().EndStream();
}

}  // namespace interpres
