// Tested by tests/server/http/http_routes_test.cc.

#include "server/http/own_api.h"

#include <string>
#include <utility>

#include "model/base/status.h"
#include "server/http/http_status.h"
#include "server/http/json_message.h"
#include "server/http/request_headers.h"
#include "server/http/short_response.h"
#include "server/service/canonical_code.h"
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
  absl::StatusOr<HttpResponse> Answer(
      v1::TranslateResponse& response) override {
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
  absl::StatusOr<HttpResponse> Answer(
      const v1::DetectLanguageResponse& response) override {
    return JsonResponse(response);
  }
  HttpResponse Error(const absl::Status& status) override {
    return ErrorResponse(status);
  }

 private:
  absl::Status status_;
  v1::DetectLanguageRequest message_;
};

HttpResponse AnswerList(
    const HttpRequest& request, const ServiceState& state, RpcMethod method,
    absl::FunctionRef<HttpResponse(const TranslationContext&)> answer) {
  absl::StatusOr<HttpResponse> response = AnswerShort(
      state,
      {.request = request,
       .authorization = request.Header("authorization"),
       .method = method},
      [&](const TranslationContext& context) -> absl::StatusOr<HttpResponse> {
        return answer(context);
      });
  return response.ok() ? *std::move(response)
                       : ErrorResponse(response.status());
}

}  // namespace

std::string OwnToken(const HttpRequest& head) {
  return std::string(head.Header("authorization"));
}

std::optional<HttpResponse> CheckTokenAndJson(const HttpRequest& head,
                                              const TranslationContext& context,
                                              RpcMethod method) {
  const absl::Status status = CheckToken(
      context.tokens, CallInfo{.authorization = head.Header("authorization")});
  if (!status.ok()) {
    context.metrics.RecordRequest(method, CanonicalCode(status.code()));
    return ErrorResponse(status);
  }
  if (!IsJson(head.Header("content-type"))) {
    return ErrorResponse(kHttpUnsupportedType, NotJson());
  }
  return std::nullopt;
}

std::unique_ptr<TranslateAdapter> MakeOwnTranslate() {
  return std::make_unique<OwnTranslate>();
}

std::unique_ptr<DetectAdapter> MakeOwnDetect() {
  return std::make_unique<OwnDetect>();
}

HttpResponse OwnModels(const HttpRequest& request, const ServiceState& state) {
  return AnswerList(request, state, RpcMethod::kListModels,
                    [](const TranslationContext& context) {
                      return JsonResponse(DescribeModels(context.models));
                    });
}

HttpResponse OwnLanguages(const HttpRequest& request,
                          const ServiceState& state) {
  return AnswerList(request, state, RpcMethod::kListLanguages,
                    [](const TranslationContext& context) {
                      return JsonResponse(DescribeLanguages(
                          context.models, context.pivot_languages));
                    });
}

}  // namespace interpres
