#include "model/engine/document_translator.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/check.h"
#include "model/base/status.h"
#include "model/document/document.h"
#include "model/document/document_parser.h"
#include "model/document/letter_case.h"
#include "model/engine/offline_retries.h"
#include "model/engine/segment_encoder.h"

namespace interpres {
namespace {

// A text, and the place of its segments among all segments.
struct DividedText {
  absl::Status status = {};  // the error of the text
  Document document = {};
  std::size_t first = 0;
};

absl::Status Divide(const TranslationModel& model, const std::string& text,
                    const SegmentEncoderOptions& options, Document& document) {
  INTERPRES_ASSIGN_OR_RETURN(document, ParseDocument(text, options.document));
  std::vector<Segment> segments;
  SegmentEncoder encoder(model, document, options);
  while (!encoder.done()) {
    INTERPRES_ASSIGN_OR_RETURN(EncodedSegment encoded, encoder.Next());
    segments.push_back(std::move(encoded.segment));
  }
  document.segments = std::move(segments);
  return absl::OkStatus();
}

// Divides the texts, and appends the texts of their segments to `sentences`.
std::vector<DividedText> DivideAll(const TranslationModel& model,
                                   std::span<const std::string> texts,
                                   const SegmentEncoderOptions& options,
                                   std::vector<std::string>& sentences) {
  std::vector<DividedText> divided;
  for (const std::string& text : texts) {
    DividedText& next = divided.emplace_back();
    next.first = sentences.size();
    next.status = Divide(model, text, options, next.document);
    if (!next.status.ok()) {
      next.document = {};
    }
    for (const Segment& segment : next.document.segments) {
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
    text.target_tokens += std::ssize(best.tokens);
    text.score += best.score / static_cast<float>(sentences.size());
    text.finish_reason = std::max(text.finish_reason, best.finish_reason);
    const Segment& segment = divided.document.segments[i];
    if (best.tokens.empty()) {  // a segment without pieces is copied
      translations.push_back(segment.text);
    } else {
      std::string& translation = sentence.translations.front();
      translations.push_back(InCaseOf(segment.changed_case,
                                      std::move(translation), target_language));
    }
  }
  text.translation =
      RenderDocument(divided.document, translations, target_language).text;
  return text;
}

}  // namespace

absl::StatusOr<std::vector<TranslatedText>> TranslateDocuments(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options) {
  Check(options.decoding.n_best == 1 && options.target_prefix.empty(),
        "documents have one translation and no prefix");
  INTERPRES_ASSIGN_OR_RETURN(
      const ResolvedDirection direction,
      model.ResolveDirection(options.source_language, options.target_language));
  const std::string language =
      direction.sources.size() == 1 ? direction.sources.front() : "";
  SegmentEncoderOptions division = {.tags = direction.tags,
                                    .document = {.language = language},
                                    .recase = true};
  std::vector<std::string> sentences;
  const std::vector<DividedText> divided =
      DivideAll(model, texts, division, sentences);
  INTERPRES_ASSIGN_OR_RETURN(std::vector<OfflineResult> results,
                             TranslateAll(model, sentences, options));
  INTERPRES_RETURN_IF_ERROR(
      RetryDefects(model, sentences, options, direction, results));
  std::vector<TranslatedText> translated;
  for (const DividedText& text : divided) {
    if (!text.status.ok()) {
      translated.push_back({.status = text.status});
      continue;
    }
    const std::span<OfflineResult> own =
        std::span(results).subspan(text.first, text.document.segments.size());
    translated.push_back(Join(text, own, direction.target));
  }
  return translated;
}

}  // namespace interpres
