#include "server/http/deepl_translate.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "server/http/deepl_request.h"
#include "server/http/http_status.h"
#include "server/http/parameters.h"
#include "server/http/text_answers.h"
#include "server/quota/character_quota.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

// A parameter with few values, the default first.
struct Choice {
  const char* name;
  std::vector<std::string> values;
};

absl::Status CheckChoice(const Parameters& parameters, const Choice& choice) {
  const std::string_view value = parameters.First(choice.name);
  return value.empty() ||
                 std::ranges::find(choice.values, value) != choice.values.end()
             ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrFormat(
                   "%s is \"%s\"; expected one of: %s", choice.name,
                   std::string(value), absl::StrJoin(choice.values, ", ")));
}

// Returns the error of a parameter that this server cannot obey.
absl::Status NotSupported(const char* name, const char* reason) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is set; this server does not support %s, because %s; leave the "
      "parameter out",
      name, name, reason));
}

// Checks the parameters that have no effect.
absl::Status CheckIgnored(const Parameters& parameters) {
  const std::array<Choice, 4> choices = {{
      {"model_type",
       {"quality_optimized", "latency_optimized", "prefer_quality_optimized"}},
      {"tag_handling_version", {"v1", "v2"}},
      {"formality", {"default", "prefer_more", "prefer_less", "more", "less"}},
      {"tag_handling", {"xml", "html"}},
  }};
  for (const Choice& choice : choices) {
    INTERPRES_RETURN_IF_ERROR(CheckChoice(parameters, choice));
  }
  const std::string_view formality = parameters.First("formality");
  if (formality == "more" || formality == "less") {
    return absl::InvalidArgumentError(absl::StrFormat(
        "formality is \"%s\"; the models of this server know no formality; use "
        "default, prefer_more or prefer_less",
        std::string(formality)));
  }
  return DeepLFlag(parameters, "preserve_formatting").status();
}

absl::Status CheckUnsupported(const Parameters& parameters) {
  constexpr char kInstructions[] =
      "its models take no instructions beside the text";
  for (const char* name : {"style_id", "custom_instructions"}) {
    const Parameter* found = parameters.Find(name);
    if (found != nullptr && !found->values.empty()) {
      return NotSupported(name, kInstructions);
    }
  }
  if (!parameters.First("translation_memory_id").empty()) {
    return NotSupported("translation_memory_id",
                        "it has no translation memories");
  }
  return absl::OkStatus();
}

absl::Status SetSplit(const Parameters& parameters,
                      v1::TranslateRequest& request) {
  const std::string_view split = parameters.First("split_sentences");
  if (split == "0" || split == "false") {
    request.set_split(v1::SPLIT_OFF);
    return absl::OkStatus();
  }
  INTERPRES_RETURN_IF_ERROR(CheckChoice(
      parameters,
      {"split_sentences", {"1", "nonewlines", "0", "true", "false"}}));
  request.set_split(v1::SPLIT_SENTENCES);
  if (split == "nonewlines" && request.format() == v1::TEXT_FORMAT_PLAIN) {
    request.set_line_breaks(v1::LINE_BREAKS_WRAPPED);
  }
  return absl::OkStatus();
}

absl::Status SetMarkup(const Parameters& parameters,
                       v1::TranslateRequest& request) {
  INTERPRES_ASSIGN_OR_RETURN(const std::optional<bool> outline,
                             DeepLFlag(parameters, "outline_detection"));
  const std::string_view handling = parameters.First("tag_handling");
  if (handling != "xml") {
    request.set_format(handling == "html" ? v1::TEXT_FORMAT_HTML
                                          : v1::TEXT_FORMAT_PLAIN);
    return absl::OkStatus();
  }
  request.set_format(v1::TEXT_FORMAT_XML);
  v1::XmlOptions& xml = *request.mutable_xml();
  for (const std::string& tag : DeepLTags(parameters, "ignore_tags")) {
    xml.add_ignore_tags(tag);
  }
  for (const std::string& tag : DeepLTags(parameters, "splitting_tags")) {
    xml.add_splitting_tags(tag);
  }
  for (const std::string& tag : DeepLTags(parameters, "non_splitting_tags")) {
    xml.add_non_splitting_tags(tag);
  }
  if (outline) {
    xml.set_outline_detection(*outline);
  }
  return absl::OkStatus();
}

// Returns the glossary of the request. Empty without a glossary.
absl::StatusOr<std::string> GlossaryOf(const Parameters& parameters) {
  std::vector<std::string> ids = DeepLTags(parameters, "glossary_ids");
  const std::string_view id = parameters.First("glossary_id");
  if (!id.empty()) {
    ids.emplace_back(id);
  }
  if (ids.empty()) {
    return std::string();
  }
  if (ids.size() > 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the request has %d glossaries; expected one; make a glossary with all "
        "entries",
        ids.size()));
  }
  if (parameters.First("source_lang").empty()) {
    return absl::InvalidArgumentError(
        "source_lang is missing; expected the language of the glossary");
  }
  return ids.front();
}

class DeepLTranslate final : public TranslateAdapter {
 public:
  std::string Authorization(const HttpRequest& request) override {
    absl::StatusOr<Parameters> read =
        ReadParameters(request, R"({"text": ["a text"], "target_lang": "ES"})");
    status_ = read.status();
    if (read.ok()) {
      parameters_ = *std::move(read);
    }
    return DeepLToken(request);
  }
  absl::StatusOr<std::optional<v1::TranslateRequest>> Request(
      const TranslationContext& context) override;
  absl::StatusOr<HttpResponse> Answer(
      v1::TranslateResponse& response) override {
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<TextAnswer> answers,
                               AnswersOf(texts_, response, "text"));
    return Response(answers);
  }
  HttpResponse Error(const absl::Status& status) override {
    return ErrorOf(status);
  }

 private:
  absl::Status ReadTexts();
  HttpResponse Response(const std::vector<TextAnswer>& answers) const;
  // An unknown language is a wrong value, an unknown glossary is not found.
  HttpResponse ErrorOf(const absl::Status& status) const {
    return absl::IsNotFound(status) && !has_glossary_
               ? DeepLError(kHttpBadRequest, status)
               : DeepLErrorOf(status);
  }

  absl::Status status_;
  Parameters parameters_;
  TextsToTranslate texts_;
  bool has_glossary_ = false;
  bool shows_billed_ = false;
};

absl::Status DeepLTranslate::ReadTexts() {
  const Parameter* texts = DeepLList(parameters_, "text");
  if (texts == nullptr || texts->values.empty()) {
    return absl::InvalidArgumentError(
        "text is missing; expected at least one text");
  }
  texts_ = {.texts = texts->values,
            .source = std::string(parameters_.First("source_lang")),
            .target = std::string(parameters_.First("target_lang"))};
  return texts_.target.empty()
             ? absl::InvalidArgumentError(
                   "target_lang is missing; expected the code of a language; "
                   "/v2/languages?type=target lists the codes")
             : absl::OkStatus();
}

absl::StatusOr<std::optional<v1::TranslateRequest>> DeepLTranslate::Request(
    const TranslationContext& context) {
  INTERPRES_RETURN_IF_ERROR(status_);
  INTERPRES_RETURN_IF_ERROR(ReadTexts());
  INTERPRES_RETURN_IF_ERROR(CheckIgnored(parameters_));
  INTERPRES_RETURN_IF_ERROR(CheckUnsupported(parameters_));
  INTERPRES_ASSIGN_OR_RETURN(const std::optional<bool> billed,
                             DeepLFlag(parameters_, "show_billed_characters"));
  shows_billed_ = billed.value_or(false);
  v1::TranslateRequest request = texts_.Request(context);
  INTERPRES_RETURN_IF_ERROR(SetMarkup(parameters_, request));
  INTERPRES_RETURN_IF_ERROR(SetSplit(parameters_, request));
  INTERPRES_ASSIGN_OR_RETURN(const std::string glossary,
                             GlossaryOf(parameters_));
  if (texts_.AreInTarget()) {
    return std::nullopt;
  }
  if (!glossary.empty()) {
    has_glossary_ = true;
    request.set_glossary_name(glossary);
    // A term has no translation in the pivot language.
    request.set_allow_pivot(false);
  }
  return request;
}

// DeepL's libraries fail without a code, also for a text without letters.
std::string DetectedSource(std::string_view code) {
  std::string source = DeepLSource(code);
  return source.empty() ? "EN" : source;
}

HttpResponse DeepLTranslate::Response(
    const std::vector<TextAnswer>& answers) const {
  ordered_json translations = ordered_json::array();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ordered_json translation = {
        {"detected_source_language", DetectedSource(answers[i].source)},
        {"text", answers[i].text}};
    if (shows_billed_) {
      translation["billed_characters"] = CountCharacters(texts_.texts[i]);
    }
    translations.push_back(std::move(translation));
  }
  const ordered_json json = {{"translations", std::move(translations)}};
  return {.body = json.dump(-1, ' ', false,
                            ordered_json::error_handler_t::replace)};
}

}  // namespace

std::unique_ptr<TranslateAdapter> MakeDeepLTranslate() {
  return std::make_unique<DeepLTranslate>();
}

}  // namespace interpres
