// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/own_api.h"

#include <string>
#include <utility>

#include "model/base/status.h"
#include "server/http/http_status.h"
#include "server/http/json_message.h"
#include "server/http/request_headers.h"
#include "server/service/language_list.h"
#include "server/service/model_description.h"
#include "server/service/service_call.h"

namespace interpres {
namespace {

HttpResponse JsonResponse(const google::protobuf::Message& message) {
  absl::StatusOr<std::string> json = ToJson(message);
  return json.ok() ? HttpResponse{.body = *std::move(json)}
                   : ErrorResponse(json.status());
}

class OwnTranslate final : public TranslateAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    status_ = ParseJson(request.body, message_);
    return std::string(request.Header("authorization"));
  }
  absl::StatusOr<std::optional<v1::TranslateRequest>> Request(
      const TranslationContext& /*context*/) override {
    INTERPRES_RETURN_IF_ERROR(status_);
    return std::move(message_);
  }
  HttpResponse Answer(v1::TranslateResponse& response) override {
    return JsonResponse(response);
  }
  HttpResponse Error(const absl::Status& status) override {
    return ErrorResponse(status);
  }

 private:
  absl::Status status_;
  v1::TranslateRequest message_;
};

class OwnDetect final : public DetectAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    status_ = ParseJson(request.body, message_);
    return std::string(request.Header("authorization"));
  }
  absl::StatusOr<v1::DetectLanguageRequest> Request() override {
    INTERPRES_RETURN_IF_ERROR(status_);
    return std::move(message_);
  }
  HttpResponse Answer(const v1::DetectLanguageResponse& response) override {
    return JsonResponse(response);
  }
  HttpResponse Error(const absl::Status& status) override {
    return ErrorResponse(status);
  }

 private:
  absl::Status status_;
  v1::DetectLanguageRequest message_;
};

// Answers a call that needs no worker with the message that `answer` returns.
HttpResponse AnswerShort(
    const HttpRequest& request, const ServiceState& state, RpcMethod method,
    absl::FunctionRef<HttpResponse(const TranslationContext&)> answer) {
  HttpResponse response;
  const CallInfo info = CallInfoOf(request, request.Header("authorization"),
                                   state.context.clock.Now());
  const absl::Status status =
      AnswerShortCall(state.is_open ? &state.context : nullptr, method, info,
                      [&](const TranslationContext& context) {
                        response = answer(context);
                        return absl::OkStatus();
                      });
  return status.ok() ? std::move(response) : ErrorResponse(status);
}

}  // namespace

std::unique_ptr<TranslateAdapter> MakeOwnTranslate() {
  return std::make_unique<OwnTranslate>();
}

std::unique_ptr<DetectAdapter> MakeOwnDetect() {
  return std::make_unique<OwnDetect>();
}

HttpResponse OwnModels(const HttpRequest& request, const ServiceState& state) {
  return AnswerShort(request, state, RpcMethod::kListModels,
                     [](const TranslationContext& context) {
                       return JsonResponse(DescribeModels(context.models));
                     });
}

HttpResponse OwnLanguages(const HttpRequest& request,
                          const ServiceState& state) {
  return AnswerShort(request, state, RpcMethod::kListLanguages,
                     [](const TranslationContext& context) {
                       return JsonResponse(DescribeLanguages(
                           context.models, context.pivot_languages));
                     });
}

}  // namespace interpres
