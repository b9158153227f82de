// Tested by tests/server/http/google_http_calls_test.cc.

#include "server/http/google_http_calls.h"

#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "server/base/out_of_memory.h"
#include "server/google/detect_language.h"
#include "server/google/glossaries.h"
#include "server/google/glossary_entries.h"
#include "server/google/supported_languages.h"
#include "server/google/translate_text_work.h"
#include "server/http/detect_http_call.h"
#include "server/http/google_json.h"
#include "server/http/google_route.h"
#include "server/http/short_http_call.h"

namespace interpres {
namespace {

namespace v3 = ::google::cloud::translation::v3;

class GoogleTranslateTextHttpCall final : public ServiceHttpCall {
 public:
  GoogleTranslateTextHttpCall(const ServiceState& state, CallParts parts)
      : ServiceHttpCall(state, std::move(parts)) {}

 private:
  void Run() override {
    const absl::Status begun =
        Begin(RpcMethod::kGoogleTranslateText, GoogleToken);
    if (!begun.ok()) {
      sink().Send(GoogleError(begun));
      return;
    }
    work_.emplace(call(), [this] { FinishWith(work_->status()); });
    v3::TranslateTextRequest message;
    const absl::Status read = WithinMemory(
        OutOfMemory(), [&] { return ReadGoogleRequest(request(), message); });
    if (!read.ok()) {
      FinishWith(read);
      return;
    }
    // The call may be gone when Start returns.
    work_->Start(message);
  }

  void FinishWith(absl::Status status) {
    HttpResponse response = ResponseTo(
        status, [this] { return GoogleResponse(request(), work_->response()); },
        [](const absl::Status& error) { return GoogleError(error); });
    SendWith(work_->End(status), std::move(response));
  }

  std::optional<google_api::TranslateTextWork> work_;
};

class GoogleDetect final : public DetectAdapter {
 public:
  RpcMethod method() const override { return RpcMethod::kGoogleDetectLanguage; }
  std::string Authorization(const HttpRequest& request) override {
    request_ = &request;
    status_ = ReadGoogleRequest(request, message_);
    return GoogleToken(request);
  }
  absl::StatusOr<v1::DetectLanguageRequest> Request() override {
    INTERPRES_RETURN_IF_ERROR(status_);
    return google_api::ToDetectLanguage(message_);
  }
  absl::StatusOr<HttpResponse> Answer(
      const v1::DetectLanguageResponse& response) override {
    INTERPRES_ASSIGN_OR_RETURN(const v3::DetectLanguageResponse answer,
                               google_api::FromDetectLanguage(response));
    return GoogleResponse(*request_, answer);
  }
  HttpResponse Error(const absl::Status& status) override {
    return GoogleError(status);
  }

 private:
  const HttpRequest* request_ = nullptr;
  absl::Status status_;
  v3::DetectLanguageRequest message_;
};

HttpResponse GoogleShortError(const absl::Status& status) {
  return GoogleError(status);
}

// Answers by a member function of Glossaries or GlossaryEntries.
template <typename Part, typename Request, typename Response>
ShortAnswer AnswerBy(absl::Status (Part::*function)(const Request&, Response&)
                         const) {
  return {
      .token = GoogleToken,
      .error = GoogleShortError,
      .blocks = true,
      .run = [function](const ServiceCall& call, const HttpRequest& request)
          -> absl::StatusOr<HttpResponse> {
        Request message;
        INTERPRES_RETURN_IF_ERROR(ReadGoogleRequest(request, message));
        Response response;
        INTERPRES_RETURN_IF_ERROR((Part(call).*function)(message, response));
        return GoogleResponse(request, response);
      }};
}

absl::StatusOr<HttpResponse> AnswerLanguages(const ServiceCall& call,
                                             const HttpRequest& request) {
  v3::GetSupportedLanguagesRequest message;
  INTERPRES_RETURN_IF_ERROR(ReadGoogleRequest(request, message));
  INTERPRES_ASSIGN_OR_RETURN(
      const v3::SupportedLanguages languages,
      google_api::SupportedLanguagesOf(call.context(), message));
  return GoogleResponse(request, languages);
}

ShortAnswer AnswerTo(RpcMethod method) {
  using google_api::Glossaries;
  using google_api::GlossaryEntries;
  switch (method) {
    case RpcMethod::kGoogleCreateGlossary:
      return AnswerBy(&Glossaries::Create);
    case RpcMethod::kGoogleUpdateGlossary:
      return AnswerBy(&Glossaries::Update);
    case RpcMethod::kGoogleListGlossaries:
      return AnswerBy(&Glossaries::List);
    case RpcMethod::kGoogleGetGlossary:
      return AnswerBy(&Glossaries::Get);
    case RpcMethod::kGoogleDeleteGlossary:
      return AnswerBy(&Glossaries::Delete);
    case RpcMethod::kGoogleGetGlossaryEntry:
      return AnswerBy(&GlossaryEntries::Get);
    case RpcMethod::kGoogleListGlossaryEntries:
      return AnswerBy(&GlossaryEntries::List);
    case RpcMethod::kGoogleCreateGlossaryEntry:
      return AnswerBy(&GlossaryEntries::Create);
    case RpcMethod::kGoogleUpdateGlossaryEntry:
      return AnswerBy(&GlossaryEntries::Update);
    case RpcMethod::kGoogleDeleteGlossaryEntry:
      return AnswerBy(&GlossaryEntries::Delete);
    default:
      return {.token = GoogleToken,
              .error = GoogleShortError,
              .run = AnswerLanguages};
  }
}

}  // namespace

std::unique_ptr<HttpCall> MakeGoogleCall(const ServiceState& state,
                                         CallParts parts) {
  const RpcMethod method =
      FindGoogleTarget(GoogleVerb(parts.request), parts.request.path)
          ->method->method;
  switch (method) {
    case RpcMethod::kGoogleTranslateText:
      return std::make_unique<GoogleTranslateTextHttpCall>(state,
                                                           std::move(parts));
    case RpcMethod::kGoogleDetectLanguage:
      return std::make_unique<DetectHttpCall>(state, std::move(parts),
                                              std::make_unique<GoogleDetect>());
    default:
      return std::make_unique<ShortHttpCall>(state, std::move(parts), method,
                                             AnswerTo(method));
  }
}

}  // namespace interpres
