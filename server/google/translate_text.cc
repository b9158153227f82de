#include "server/google/translate_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "server/google/resource_name.h"
#include "server/service/canonical_code.h"
#include "server/service/field_names.h"

namespace interpres::google_api {
namespace {

constexpr int kMaxLabels = 64;
constexpr int64_t kMaxLabelCharacters = 63;

int64_t Characters(std::string_view utf8) {
  return std::ranges::count(utf8, false, IsUtf8Continuation);
}

absl::Status CheckContents(const v3::TranslateTextRequest& request) {
  if (request.contents_size() < 1 || request.contents_size() > kMaxContents) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "contents has %d texts; expected 1 to %d; divide the request",
        request.contents_size(), kMaxContents));
  }
  return absl::OkStatus();
}

// Returns the error of a field that must not be true.
absl::Status NotSupported(const char* field, const char* reason) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is true; expected false, because %s; leave the field out", field,
      reason));
}

absl::Status CheckFields(const v3::TranslateTextRequest& request) {
  INTERPRES_RETURN_IF_ERROR(CheckParent(request.parent()));
  INTERPRES_RETURN_IF_ERROR(CheckContents(request));
  INTERPRES_RETURN_IF_ERROR(CheckLabels(request.labels()));
  if (request.target_language_code().empty()) {
    return absl::InvalidArgumentError(
        "target_language_code is empty; expected a BCP 47 code; "
        "GetSupportedLanguages lists the codes");
  }
  if (request.transliteration_config().enable_transliteration()) {
    return NotSupported("transliteration_config.enable_transliteration",
                        "this server does not transliterate");
  }
  if (request.glossary_config().contextual_translation_enabled()) {
    return NotSupported("glossary_config.contextual_translation_enabled",
                        "this server has no language model that could fit "
                        "terms into their context");
  }
  return absl::OkStatus();
}

// Returns the fields that all parts share.
absl::StatusOr<v1::TranslateRequest> CommonRequest(
    const v3::TranslateTextRequest& request, const TranslateTextRules& rules) {
  v1::TranslateRequest common;
  INTERPRES_ASSIGN_OR_RETURN(const std::string model,
                             ModelNameOf(request.model()));
  INTERPRES_ASSIGN_OR_RETURN(const v1::TextFormat format,
                             FormatOf(request.mime_type()));
  common.set_model(model);
  common.set_format(format);
  common.set_source_language(request.source_language_code());
  common.set_target_language(request.target_language_code());
  common.set_keep_target_language(true);
  common.set_allow_pivot(rules.has_pivot);
  common.set_priority(rules.priority == Priority::kBatch
                          ? v1::PRIORITY_BATCH
                          : v1::PRIORITY_INTERACTIVE);
  return common;
}

// Adds the texts of the request in parts of at most `max_texts`.
void AddParts(const v3::TranslateTextRequest& request, int max_texts,
              const TranslateTextPart& common, TranslateTextPlan& plan) {
  for (int first = 0; first < request.contents_size(); first += max_texts) {
    TranslateTextPart& part = plan.parts.emplace_back(common);
    part.first_content = first;
    const auto begin = request.contents().begin() + first;
    part.request.mutable_texts()->Add(
        begin, begin + std::min(max_texts, request.contents_size() - first));
  }
}

absl::Status ErrorOf(int content, const v1::TextError& error) {
  return WithGoogleNames(
      StatusFrom(error, absl::StrFormat("contents[%d]: ", content)));
}

}  // namespace

absl::StatusOr<v1::TextFormat> FormatOf(const std::string& mime_type) {
  if (mime_type.empty() || mime_type == "text/html") {
    return v1::TEXT_FORMAT_HTML;
  }
  if (mime_type == "text/plain") {
    return v1::TEXT_FORMAT_PLAIN;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "mime_type is \"%s\"; expected text/plain or text/html; the default is "
      "text/html",
      mime_type));
}

absl::Status CheckLabels(
    const google::protobuf::Map<std::string, std::string>& labels) {
  if (labels.size() > kMaxLabels) {
    return absl::InvalidArgumentError(
        absl::StrFormat("labels has %d entries; expected at most %d",
                        labels.size(), kMaxLabels));
  }
  for (const auto& [key, value] : labels) {
    if (key.empty() || Characters(key) > kMaxLabelCharacters ||
        Characters(value) > kMaxLabelCharacters) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "labels has a key of %d and a value of %d characters; expected a key "
          "of 1 to %d and a value of at most %d; this server ignores labels",
          Characters(key), Characters(value), kMaxLabelCharacters,
          kMaxLabelCharacters));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<TranslateTextPlan> PlanTranslateText(
    const v3::TranslateTextRequest& request, const TranslateTextRules& rules) {
  INTERPRES_RETURN_IF_ERROR(CheckFields(request));
  TranslateTextPlan plan = {.parts = {},
                            .model = request.model(),
                            .detects = request.source_language_code().empty(),
                            .glossary = request.glossary_config()};
  INTERPRES_ASSIGN_OR_RETURN(const v1::TranslateRequest common,
                             CommonRequest(request, rules));
  const int max_texts =
      static_cast<int>(std::clamp<int64_t>(rules.max_texts, 1, kMaxContents));
  if (request.has_glossary_config()) {
    INTERPRES_ASSIGN_OR_RETURN(
        const GlossaryPath glossary,
        ParseGlossaryPath("glossary_config.glossary",
                          request.glossary_config().glossary()));
    TranslateTextPart part = {.request = common, .with_glossary = true};
    part.request.set_glossary_name(glossary.glossary);
    part.request.set_glossary_ignore_case(
        request.glossary_config().ignore_case());
    // A term has no translation in the pivot language.
    part.request.set_allow_pivot(false);
    AddParts(request, max_texts, part, plan);
  }
  AddParts(request, max_texts, {.request = common}, plan);
  return plan;
}

absl::Status WithGoogleNames(const absl::Status& status) {
  static constexpr std::array kNames = {
      FieldName{"source_language", "source_language_code"},
      FieldName{"target_language", "target_language_code"},
      FieldName{"ListLanguages", "GetSupportedLanguages"},
      FieldName{"glossary_name", "glossary_config.glossary"},
      FieldName{"the name of the glossary", "glossary_config.glossary"},
      FieldName{"send the terms in glossary, or start", "start"},
      // Only a request with a glossary refuses pivot languages.
      FieldName{"set allow_pivot", "leave glossary_config out"}};
  return WithFieldNames(status, kNames);
}

absl::Status AddTranslations(const TranslateTextPlan& plan,
                             const TranslateTextPart& part,
                             const v1::TranslateResponse& translated,
                             v3::TranslateTextResponse& response) {
  int content = part.first_content;
  for (const v1::TranslationResult& result : translated.results()) {
    if (result.has_error()) {
      return ErrorOf(content, result.error());
    }
    v3::Translation& added = part.with_glossary
                                 ? *response.add_glossary_translations()
                                 : *response.add_translations();
    added.set_translated_text(result.translations().hypotheses(0).text());
    added.set_model(plan.model);
    if (plan.detects) {
      added.set_detected_language_code(result.detected_language().language());
    }
    if (part.with_glossary) {
      *added.mutable_glossary_config() = plan.glossary;
    }
    ++content;
  }
  return absl::OkStatus();
}

absl::Status CheckBytes(const v3::TranslateTextResponse& response,
                        int64_t max_bytes) {
  const auto bytes = static_cast<int64_t>(response.ByteSizeLong());
  return bytes <= max_bytes
             ? absl::OkStatus()
             : absl::ResourceExhaustedError(absl::StrFormat(
                   "the response has %d bytes; the caller accepts %d; send "
                   "fewer or shorter contents, or state the limit of the "
                   "client in the metadata interpres-max-response-bytes",
                   bytes, max_bytes));
}

}  // namespace interpres::google_api
