#include "server/http/text_answers.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/language/language_match.h"
#include "server/service/canonical_code.h"

namespace interpres {

bool TextsToTranslate::AreInTarget() const {
  return IsSameWrittenLanguage(source, target);
}

v1::TranslateRequest TextsToTranslate::Request(
    const TranslationContext& context) const {
  v1::TranslateRequest request;
  request.mutable_texts()->Add(texts.begin(), texts.end());
  request.set_source_language(source);
  request.set_target_language(target);
  request.set_keep_target_language(true);
  request.set_allow_pivot(!context.pivot_languages.empty());
  return request;
}

absl::StatusOr<std::vector<TextAnswer>> AnswersOf(
    const TextsToTranslate& texts, const v1::TranslateResponse& response,
    const std::string& field) {
  std::vector<TextAnswer> answers;
  for (std::size_t i = 0; i < texts.texts.size(); ++i) {
    TextAnswer& answer = answers.emplace_back(
        TextAnswer{.text = texts.texts[i], .source = texts.source});
    if (response.results().empty()) {
      continue;
    }
    const v1::TranslationResult& result = response.results(static_cast<int>(i));
    if (texts.source.empty()) {
      answer.source = result.detected_language().language();
    }
    if (result.has_error()) {
      return StatusFrom(result.error(), absl::StrFormat("%s[%d]: ", field, i));
    }
    answer.text = result.translations().hypotheses(0).text();
  }
  return answers;
}

}  // namespace interpres
