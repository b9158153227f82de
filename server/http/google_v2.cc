#include "server/http/google_v2.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/google/resource_name.h"
#include "server/google/supported_languages.h"
#include "server/http/google_json.h"
#include "server/http/google_route.h"
#include "server/http/parameters.h"
#include "server/http/request_headers.h"
#include "server/http/short_response.h"
#include "server/http/text_answers.h"
#include "server/service/canonical_code.h"
#include "server/service/field_names.h"
#include "server/service/language_list.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

constexpr std::array kV2FieldNames = {
    FieldName{"texts has", "q has"}, FieldName{"source_language", "source"},
    FieldName{"target_language", "target"},
    FieldName{"ListLanguages", "/language/translate/v2/languages"}};

// Returns {"data": {name: value}}.
HttpResponse Data(const char* name, ordered_json value) {
  const ordered_json json = {{"data", {{name, std::move(value)}}}};
  return {.body = json.dump(-1, ' ', false,
                            ordered_json::error_handler_t::replace)};
}

HttpResponse V2Error(const absl::Status& status) {
  return GoogleV2Error(HttpStatusOf(status.code()), status);
}

// The parameters of a request, and its token.
class V2Request {
 public:
  // Reads the request. Returns the value of the header authorization that the
  // request stands for.
  std::string Read(const HttpRequest& request) {
    absl::StatusOr<Parameters> read =
        ReadParameters(request, R"({"q": ["a text"], "target": "es"})");
    status_ = read.status();
    if (read.ok()) {
      parameters_ = *std::move(read);
    }
    std::string token = GoogleToken(request);
    return token.empty() ? AuthorizationOfKey(parameters_.First("key")) : token;
  }

  const absl::Status& status() const { return status_; }
  std::string First(const char* name) const {
    return std::string(parameters_.First(name));
  }
  absl::StatusOr<std::vector<std::string>> Texts() const {
    INTERPRES_RETURN_IF_ERROR(status_);
    const Parameter* texts = parameters_.Find("q");
    if (texts == nullptr || texts->values.empty()) {
      return absl::InvalidArgumentError(
          "q is missing; expected at least one text");
    }
    return texts->values;
  }

 private:
  absl::Status status_;
  Parameters parameters_;
};

absl::StatusOr<v1::TextFormat> FormatOf(const std::string& format) {
  if (format.empty() || format == "html") {
    return v1::TEXT_FORMAT_HTML;
  }
  if (format == "text") {
    return v1::TEXT_FORMAT_PLAIN;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("format is \"", format,
                   "\"; expected html or text; the default is html"));
}

// Returns the name of our model. Empty means the model for the languages.
absl::StatusOr<std::string> ModelOf(const std::string& model) {
  if (model.empty() || model == "nmt" || model == "base") {
    return std::string();
  }
  return model.starts_with("projects/") ? google_api::ModelNameOf(model)
                                        : absl::StatusOr<std::string>(model);
}

class GoogleV2Translate final : public TranslateAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    return request_.Read(request);
  }
  absl::StatusOr<std::optional<v1::TranslateRequest>> Request(
      const TranslationContext& context) override;
  absl::StatusOr<HttpResponse> Answer(
      v1::TranslateResponse& response) override {
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<TextAnswer> answers,
                               AnswersOf(texts_, response, "q"));
    return Response(answers);
  }
  HttpResponse Error(const absl::Status& status) override {
    // A pair of languages that nothing translates is Google's error 400.
    const bool is_pair =
        absl::IsNotFound(status) && request_.First("model").empty();
    return V2Error(is_pair ? absl::InvalidArgumentError(status.message())
                           : status);
  }

 private:
  HttpResponse Response(const std::vector<TextAnswer>& answers) const;

  V2Request request_;
  TextsToTranslate texts_;
};

absl::StatusOr<std::optional<v1::TranslateRequest>> GoogleV2Translate::Request(
    const TranslationContext& context) {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<std::string> texts, request_.Texts());
  texts_ = {.texts = std::move(texts),
            .source = request_.First("source"),
            .target = request_.First("target")};
  INTERPRES_ASSIGN_OR_RETURN(const v1::TextFormat format,
                             FormatOf(request_.First("format")));
  INTERPRES_ASSIGN_OR_RETURN(const std::string model,
                             ModelOf(request_.First("model")));
  if (texts_.target.empty()) {
    return absl::InvalidArgumentError(
        "target is missing; expected the code of a language; GET "
        "/language/translate/v2/languages lists the codes");
  }
  if (texts_.AreInTarget()) {
    return std::nullopt;
  }
  v1::TranslateRequest request = texts_.Request(context);
  request.set_format(format);
  request.set_model(model);
  return request;
}

HttpResponse GoogleV2Translate::Response(
    const std::vector<TextAnswer>& answers) const {
  ordered_json translations = ordered_json::array();
  for (const TextAnswer& answer : answers) {
    ordered_json translation = {{"translatedText", answer.text}};
    if (texts_.source.empty()) {
      translation["detectedSourceLanguage"] = answer.source;
    }
    if (!request_.First("model").empty()) {
      translation["model"] = request_.First("model");
    }
    translations.push_back(std::move(translation));
  }
  return Data("translations", std::move(translations));
}

class GoogleV2Detect final : public DetectAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    return request_.Read(request);
  }
  absl::StatusOr<v1::DetectLanguageRequest> Request() override {
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<std::string> texts,
                               request_.Texts());
    v1::DetectLanguageRequest request;
    request.mutable_texts()->Add(texts.begin(), texts.end());
    return request;
  }
  absl::StatusOr<HttpResponse> Answer(
      const v1::DetectLanguageResponse& response) override {
    ordered_json detections = ordered_json::array();
    for (const v1::DetectionResult& result : response.results()) {
      if (result.has_error()) {
        return StatusFrom(result.error());
      }
      // The libraries expect one language for each text.
      const v1::DetectedLanguage& best = result.languages(0);
      detections.push_back({{{"language", best.language()},
                             {"confidence", best.confidence()},
                             {"isReliable", false}}});
    }
    return Data("detections", std::move(detections));
  }
  HttpResponse Error(const absl::Status& status) override {
    return V2Error(status);
  }

 private:
  V2Request request_;
};

HttpResponse LanguageList(const TranslationContext& context,
                          const std::string& display) {
  const auto languages = google_api::LanguagesOf(
      DescribeLanguages(context.models, context.pivot_languages), "", display);
  ordered_json list = ordered_json::array();
  for (const auto& language : languages.languages()) {
    ordered_json added = {{"language", language.language_code()}};
    if (!display.empty()) {
      added["name"] = language.display_name();
    }
    list.push_back(std::move(added));
  }
  return Data("languages", std::move(list));
}

// Returns the word of version 2 for an error.
const char* ReasonOf(int http_status) {
  switch (http_status) {
    case 401:
    case kHttpForbidden:
      return "forbidden";
    case kHttpNotFound:
      return "notFound";
    case kHttpTooManyRequests:
      return "rateLimitExceeded";
    case kHttpUnavailable:
      return "backendError";
    default:
      return http_status < 500 ? "invalid" : "internalError";
  }
}

}  // namespace

std::unique_ptr<TranslateAdapter> MakeGoogleV2Translate() {
  return std::make_unique<GoogleV2Translate>();
}

std::unique_ptr<DetectAdapter> MakeGoogleV2Detect() {
  return std::make_unique<GoogleV2Detect>();
}

HttpResponse GoogleV2Languages(const HttpRequest& request,
                               const ServiceState& state) {
  V2Request read;
  const std::string token = read.Read(request);
  absl::StatusOr<HttpResponse> response = AnswerShort(
      state,
      {.request = request,
       .authorization = token,
       .method = RpcMethod::kListLanguages},
      [&read](
          const TranslationContext& context) -> absl::StatusOr<HttpResponse> {
        INTERPRES_RETURN_IF_ERROR(read.status());
        return LanguageList(context, read.First("target"));
      });
  return response.ok() ? *std::move(response) : V2Error(response.status());
}

HttpResponse GoogleV2Error(int http_status, const absl::Status& status) {
  HttpResponse response =
      GoogleError(http_status, WithHttpFieldNames(status, kV2FieldNames));
  ordered_json json = ordered_json::parse(response.body);
  json["error"]["errors"] =
      ordered_json::array({{{"message", json["error"]["message"]},
                            {"domain", "global"},
                            {"reason", ReasonOf(http_status)}}});
  response.body = json.dump();
  return response;
}

}  // namespace interpres
