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

TranslatedText Join(const DividedText& part, std::span<OfflineResult> sentences,
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
      RenderDocument(*part.document, translations, target_language).text;
  return text;
}

}  // namespace

absl::StatusOr<std::vector<TranslatedText>> TranslateDocuments(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options) {
  Check(options.decoding.n_best == 1 && options.target_prefix.empty(),
        "documents have one translation and no prefix");
  const std::string language = SourceLanguage(model, options);
  std::vector<DividedText> parts;
  std::vector<std::string> sentences;
  for (const std::string& text : texts) {
    parts.push_back({.document = ParseDocument(text, {.language = language}),
                     .first = sentences.size()});
    if (parts.back().document.ok()) {
      for (const Segment& segment : parts.back().document->segments) {
        sentences.push_back(segment.text);
      }
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(std::vector<OfflineResult> results,
                             TranslateAll(model, sentences, options));
  std::vector<TranslatedText> translated;
  for (const DividedText& part : parts) {
    if (!part.document.ok()) {
      translated.push_back({.status = part.document.status()});
      continue;
    }
    const std::span<OfflineResult> own =
        std::span(results).subspan(part.first, part.document->segments.size());
    translated.push_back(Join(part, own, options.target_language));
  }
  return translated;
}

}  // namespace interpres
