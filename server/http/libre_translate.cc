#include "server/http/libre_translate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/language/language_match.h"
#include "server/http/http_status.h"
#include "server/http/libre_languages.h"
#include "server/http/parameters.h"
#include "server/http/request_headers.h"
#include "server/quota/character_quota.h"
#include "server/registry/decoding_limits.h"
#include "server/registry/served_model.h"
#include "server/service/canonical_code.h"
#include "server/service/field_names.h"
#include "server/service/text_languages.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

constexpr double kPercent = 100.0;
// What LibreTranslate says of a text without letters.
constexpr char kNoLanguage[] = "en";

// The other fields of our requests come from LibreTranslate's checks.
constexpr std::array kLibreFieldNames = {
    FieldName{"source_language", "source"},
    FieldName{"target_language", "target"},
    FieldName{"ListLanguages", "/languages"},
    FieldName{"set model",
              "ask the operator to serve one model for each pair"}};

// Ends with a line break, as from LibreTranslate, for people who use curl.
std::string Dump(const ordered_json& json) {
  std::string text =
      json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  text.push_back('\n');
  return text;
}

HttpResponse Json(const ordered_json& json) { return {.body = Dump(json)}; }

absl::Status Invalid(std::string_view message) {
  return absl::InvalidArgumentError(AsAbsl(message));
}

absl::Status Missing(std::string_view name) {
  return Invalid(
      absl::StrCat("Invalid request: missing ", AsAbsl(name), " parameter"));
}

// Returns the error with the status and the words that LibreTranslate has for
// it.
HttpResponse ErrorOf(const absl::Status& error) {
  if (absl::IsUnauthenticated(error)) {
    return LibreError(kHttpForbidden,
                      absl::PermissionDeniedError("Invalid API key"));
  }
  const absl::Status status = WithHttpFieldNames(error, kLibreFieldNames);
  // Mastodon takes 403 for a quota that is used up.
  if (IsQuotaExceeded(status)) {
    return LibreError(kHttpForbidden, status);
  }
  if (absl::IsNotFound(status)) {
    return LibreError(kHttpBadRequest, status);
  }
  const int http_status = HttpStatusOf(status.code());
  HttpResponse response = LibreError(http_status, status);
  if (http_status == kHttpTooManyRequests) {
    response.body =
        Dump({{"error", absl::StrCat("Slowdown: ", status.message())}});
  }
  return response;
}

// The token is a parameter for clients of LibreTranslate, or the header.
std::string AuthorizationOf(const HttpRequest& request,
                            const Parameters& parameters) {
  const std::string key = AuthorizationOfKey(parameters.First("api_key"));
  return key.empty() ? std::string(request.Header("authorization")) : key;
}

ordered_json DetectedJson(std::string_view language, double confidence) {
  const bool known = language != kUndetermined && !language.empty();
  return {{"confidence", known ? std::round(confidence * kPercent) : 0.0},
          {"language", known ? std::string(language) : kNoLanguage}};
}

class LibreTranslate final : public TranslateAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    absl::StatusOr<Parameters> read = ReadParameters(
        request, R"({"q": "a text", "source": "en", "target": "es"})");
    status_ = read.status();
    if (read.ok()) {
      parameters_ = *std::move(read);
    }
    return AuthorizationOf(request, parameters_);
  }
  absl::StatusOr<std::optional<v1::TranslateRequest>> Request(
      const TranslationContext& context) override;
  absl::StatusOr<HttpResponse> Answer(v1::TranslateResponse& response) override;
  HttpResponse Error(const absl::Status& status) override {
    return ErrorOf(status);
  }

 private:
  // These check the parameters in LibreTranslate's order.
  absl::Status ReadTexts();
  absl::Status ReadAlternatives(const TranslationContext& context);
  absl::Status CheckLimits(const RequestLimits& limits) const;
  absl::Status ReadLanguages(const TranslationContext& context);
  absl::Status ReadFormat();

  ordered_json Join(std::vector<ordered_json> values) const;

  absl::Status status_;
  Parameters parameters_;
  std::vector<std::string> texts_;
  bool is_batch_ = false;
  bool is_html_ = false;
  int32_t alternatives_ = 0;
  int32_t beam_size_ = 1;  // has room for the alternatives
  LibreLanguage target_;
  std::string source_;  // empty means that each text's language is detected
};

absl::Status LibreTranslate::ReadTexts() {
  const Parameter* texts = parameters_.Find("q");
  if (texts == nullptr || texts->values.empty() ||
      (!texts->is_array && texts->values.front().empty())) {
    return Missing("q");
  }
  is_batch_ = texts->is_array;
  texts_ = texts->values;
  if (!is_batch_) {
    texts_.resize(1);
  }
  for (const char* name : {"source", "target"}) {
    if (parameters_.First(name).empty()) {
      return Missing(name);
    }
  }
  return absl::OkStatus();
}

absl::Status LibreTranslate::ReadAlternatives(
    const TranslationContext& context) {
  const std::string_view wanted = parameters_.First("alternatives");
  if (!wanted.empty() && !absl::SimpleAtoi(AsAbsl(wanted), &alternatives_)) {
    return Invalid("Invalid request: alternatives parameter is not a number");
  }
  // Room for one more, which the limit below permits.
  alternatives_ = std::clamp(alternatives_, 0, kMaxBeamSize);
  int32_t max_beam_size = kMaxBeamSize;
  beam_size_ = alternatives_ + 1;
  for (const ServedModelPtr& model : context.models.List()) {
    const DecodingLimits& limits = model->decoding_limits();
    max_beam_size = std::min(max_beam_size, limits.max_beam_size);
    beam_size_ = std::max(beam_size_, limits.defaults.beam_size);
  }
  beam_size_ = std::min(beam_size_, max_beam_size);
  return alternatives_ < max_beam_size
             ? absl::OkStatus()
             : Invalid(absl::StrCat(
                   "Invalid request: alternatives parameter must be <= ",
                   max_beam_size - 1));
}

absl::Status LibreTranslate::CheckLimits(const RequestLimits& limits) const {
  const auto check = [](int64_t size, int64_t limit) {
    return size <= limit
               ? absl::OkStatus()
               : Invalid(absl::StrFormat(
                     "Invalid request: request (%d) exceeds text limit (%d)",
                     size, limit));
  };
  INTERPRES_RETURN_IF_ERROR(check(std::ssize(texts_), limits.max_texts));
  for (const std::string& text : texts_) {
    INTERPRES_RETURN_IF_ERROR(check(std::ssize(text), limits.max_text_bytes));
  }
  return absl::OkStatus();
}

absl::Status LibreTranslate::ReadLanguages(const TranslationContext& context) {
  const std::string source(parameters_.First("source"));
  const std::string target(parameters_.First("target"));
  const std::vector<LibreLanguage> languages = LibreLanguages(context);
  const LibreLanguage* from = nullptr;
  if (!absl::EqualsIgnoreCase(source, "auto")) {
    from = FindLibreLanguage(languages, source);
    if (from == nullptr) {
      return Invalid(absl::StrCat(source, " is not supported"));
    }
    source_ = from->code;
  }
  const LibreLanguage* to = FindLibreLanguage(languages, target);
  if (to == nullptr) {
    return Invalid(absl::StrCat(target, " is not supported"));
  }
  target_ = *to;
  INTERPRES_RETURN_IF_ERROR(ReadFormat());
  if (from != nullptr &&
      std::ranges::find(from->targets, to->code) == from->targets.end()) {
    return Invalid(absl::StrFormat(
        "%s (%s) is not available as a target language from %s (%s)", to->name,
        to->code, from->name, from->code));
  }
  return absl::OkStatus();
}

absl::Status LibreTranslate::ReadFormat() {
  const std::string_view format = parameters_.First("format");
  is_html_ = format == "html";
  return format.empty() || format == "text" || is_html_
             ? absl::OkStatus()
             : Invalid(
                   absl::StrCat(AsAbsl(format), " format is not supported"));
}

absl::StatusOr<std::optional<v1::TranslateRequest>> LibreTranslate::Request(
    const TranslationContext& context) {
  INTERPRES_RETURN_IF_ERROR(status_);
  INTERPRES_RETURN_IF_ERROR(ReadTexts());
  INTERPRES_RETURN_IF_ERROR(ReadAlternatives(context));
  INTERPRES_RETURN_IF_ERROR(CheckLimits(context.request_limits));
  INTERPRES_RETURN_IF_ERROR(ReadLanguages(context));
  if (IsSameWrittenLanguage(source_, target_.code)) {
    return std::nullopt;
  }
  v1::TranslateRequest request;
  for (const std::string& text : texts_) {
    request.add_texts(text);
  }
  request.set_source_language(source_);
  request.set_target_language(target_.code);
  request.set_keep_target_language(true);
  request.set_format(is_html_ ? v1::TEXT_FORMAT_HTML : v1::TEXT_FORMAT_PLAIN);
  request.set_allow_pivot(!context.pivot_languages.empty());
  if (alternatives_ > 0 && !is_html_) {
    request.mutable_options()->set_n_best(alternatives_ + 1);
    request.mutable_options()->set_beam_size(beam_size_);
  }
  return request;
}

ordered_json LibreTranslate::Join(std::vector<ordered_json> values) const {
  return is_batch_ ? ordered_json(std::move(values)) : values.front();
}

absl::StatusOr<HttpResponse> LibreTranslate::Answer(
    v1::TranslateResponse& response) {
  std::vector<ordered_json> texts;
  std::vector<ordered_json> detected;
  std::vector<ordered_json> alternatives;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    // An empty response means that all texts are in the target language.
    const int index = static_cast<int>(i);
    const v1::TranslationResult& result =
        index < response.results_size()
            ? response.results(index)
            : v1::TranslationResult::default_instance();
    const v1::DetectedLanguage& language = result.detected_language();
    if (result.has_error()) {
      return StatusFrom(result.error());
    }
    const auto& hypotheses = result.translations().hypotheses();
    texts.emplace_back(hypotheses.empty() ? texts_[i]
                                          : hypotheses.Get(0).text());
    detected.push_back(
        DetectedJson(language.language(), language.confidence()));
    ordered_json others = ordered_json::array();
    for (int other = 1; other < hypotheses.size(); ++other) {
      others.push_back(hypotheses.Get(other).text());
    }
    alternatives.push_back(std::move(others));
  }
  ordered_json json = {{"translatedText", Join(std::move(texts))}};
  if (source_.empty()) {
    json["detectedLanguage"] = Join(std::move(detected));
  }
  if (alternatives_ > 0) {
    json["alternatives"] = Join(std::move(alternatives));
  }
  return Json(json);
}

class LibreDetect final : public DetectAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    absl::StatusOr<Parameters> read =
        ReadParameters(request, R"({"q": "a text"})");
    status_ = read.status();
    if (read.ok()) {
      parameters_ = *std::move(read);
    }
    return AuthorizationOf(request, parameters_);
  }
  absl::StatusOr<v1::DetectLanguageRequest> Request() override {
    INTERPRES_RETURN_IF_ERROR(status_);
    const Parameter* texts = parameters_.Find("q");
    if (texts == nullptr || texts->values.empty() ||
        (!texts->is_array && texts->values.front().empty())) {
      return Missing("q");
    }
    v1::DetectLanguageRequest request;
    request.add_texts(texts->is_array ? absl::StrJoin(texts->values, "\n")
                                      : texts->values.front());
    return request;
  }
  absl::StatusOr<HttpResponse> Answer(
      const v1::DetectLanguageResponse& response) override {
    const v1::DetectionResult& result = response.results(0);
    if (result.has_error()) {
      return StatusFrom(result.error());
    }
    ordered_json languages = ordered_json::array();
    for (const v1::DetectedLanguage& language : result.languages()) {
      // LibreTranslate has no word for "no language" beside others.
      if (language.language() == kUndetermined && !languages.empty()) {
        continue;
      }
      languages.push_back(
          DetectedJson(language.language(), language.confidence()));
    }
    return Json(languages);
  }
  HttpResponse Error(const absl::Status& status) override {
    return ErrorOf(status);
  }

 private:
  absl::Status status_;
  Parameters parameters_;
};

}  // namespace

std::unique_ptr<TranslateAdapter> MakeLibreTranslate() {
  return std::make_unique<LibreTranslate>();
}

std::unique_ptr<DetectAdapter> MakeLibreDetect() {
  return std::make_unique<LibreDetect>();
}

HttpResponse LibreError(int http_status, const absl::Status& status) {
  return {.status = http_status,
          .body = Dump({{"error", std::string(status.message())}}),
          .headers = ErrorHeaders(status)};
}

}  // namespace interpres
