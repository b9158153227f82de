#include "model/engine/document_translator.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/check.h"
#include "model/base/status.h"
#include "model/document/document.h"

namespace interpres {
namespace {

std::string SourceLanguage(const TranslationModel& model,
                           const OfflineOptions& options) {
  if (!options.source_language.empty()) {
    return options.source_language;
  }
  const std::vector<LanguageDirection>& directions = model.directions();
  const bool is_one = std::all_of(
      directions.begin(), directions.end(), [&](const auto& direction) {
        return direction.source == directions.front().source;
      });
  return directions.empty() || !is_one ? "" : directions.front().source;
}

// A text, and the place of its sentences among all sentences.
struct DividedText {
  absl::StatusOr<Document> document;
  std::size_t first = 0;
};

// Divides the texts, and appends their sentences to `sentences`.
std::vector<DividedText> Divide(std::span<const std::string> texts,
                                const std::string& language,
                                std::vector<std::string>& sentences) {
  std::vector<DividedText> divided;
  for (const std::string& text : texts) {
    divided.push_back({.document = ParseDocument(text, {.language = language}),
                       .first = sentences.size()});
    if (!divided.back().document.ok()) {
      continue;
    }
    for (const Segment& segment : divided.back().document->segments) {
      sentences.push_back(segment.text);
    }
  }
  return divided;
}

TranslatedText Join(const DividedText& divided,
                    std::span<OfflineResult> sentences,
                    const std::string& target_language) {
  TranslatedText text{.sentences = std::ssize(sentences)};
  std::vector<std::string> translations;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    OfflineResult& sentence = sentences[i];
    if (!sentence.status.ok()) {
      text.status =
          absl::Status(sentence.status.code(),
                       absl::StrFormat("sentence %d: %s", i + 1,
                                       std::string(sentence.status.message())));
      return text;
    }
    const Hypothesis& best = sentence.hypotheses.front();
    text.score += best.score / static_cast<float>(sentences.size());
    if (best.finish_reason == FinishReason::kLengthLimit) {
      text.finish_reason = FinishReason::kLengthLimit;
    }
    translations.push_back(std::move(sentence.translations.front()));
  }
  text.translation =
      RenderDocument(*divided.document, translations, target_language).text;
  return text;
}

}  // namespace

absl::StatusOr<std::vector<TranslatedText>> TranslateDocuments(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options) {
  Check(options.decoding.n_best == 1 && options.target_prefix.empty(),
        "documents have one translation and no prefix");
  std::vector<std::string> sentences;
  const std::vector<DividedText> divided =
      Divide(texts, SourceLanguage(model, options), sentences);
  INTERPRES_ASSIGN_OR_RETURN(std::vector<OfflineResult> results,
                             TranslateAll(model, sentences, options));
  std::vector<TranslatedText> translated;
  for (const DividedText& text : divided) {
    if (!text.document.ok()) {
      translated.push_back({.status = text.document.status()});
      continue;
    }
    const std::span<OfflineResult> own =
        std::span(results).subspan(text.first, text.document->segments.size());
    translated.push_back(Join(text, own, options.target_language));
  }
  return translated;
}

}  // namespace interpres
