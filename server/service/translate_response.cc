#include "server/service/translate_response.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/decoding/alignment.h"
#include "model/document/document.h"
#include "model/document/letter_case.h"
#include "model/engine/carry_over.h"
#include "server/service/canonical_code.h"
#include "server/service/text_translations.h"
#include "server/service/translate_request.h"

namespace interpres {
namespace {

// Writes the translations of one text that has no error.
class TextWriter {
 public:
  TextWriter(const TextOutcome& text, const Tokenizer& tokenizer,
             const ResponseOptions& options);

  void Write(v1::TranslationResult& result) const;

 private:
  std::vector<Combination> Choose() const;
  // Null if the segment has no job.
  const Hypothesis* ChosenOf(std::size_t segment,
                             const Combination& combination) const;
  void WriteTranslation(const Combination& combination,
                        v1::Translation& translation) const;
  void WriteSegment(std::size_t segment, int32_t choice,
                    const Rendered& rendered, v1::Segment& written) const;
  void WriteTokens(std::size_t segment, const Hypothesis& hypothesis,
                   v1::Translation& translation) const;
  void WriteAttention(std::size_t segment, const Hypothesis& hypothesis,
                      v1::Attention& attention) const;

  const TextOutcome& text_;
  const Tokenizer& tokenizer_;
  const ResponseOptions& options_;
  // The translations of each segment, one for each hypothesis. A segment
  // without a job has one: a copy.
  std::vector<std::vector<std::string>> translations_;
  // For each segment, the number of source tokens before it.
  std::vector<int32_t> first_source_;
};

v1::FinishReason ToProto(FinishReason reason) {
  switch (reason) {
    case FinishReason::kEndOfSentence:
      return v1::FINISH_REASON_END_OF_SENTENCE;
    case FinishReason::kLengthLimit:
      return v1::FINISH_REASON_LENGTH_LIMIT;
    case FinishReason::kRepetition:
      return v1::FINISH_REASON_REPETITION;
    case FinishReason::kCancelled:
    case FinishReason::kDeadline:
      break;  // such a text has no translation
  }
  return v1::FINISH_REASON_UNSPECIFIED;
}

struct HypothesisPlace {
  std::size_t segment = 0;
  std::size_t hypothesis = 0;
};

// Returns the text of a hypothesis.
std::string TranslationOf(const TextOutcome& text, const HypothesisPlace& place,
                          const Tokenizer& tokenizer,
                          const std::string& target_language) {
  const SegmentOutcome& segment = text.segments[place.segment];
  return InCaseOf(text.document.segments[place.segment].changed_case,
                  CarryOver(tokenizer, segment.runs,
                            segment.outcome.hypotheses[place.hypothesis]),
                  target_language);
}

TextWriter::TextWriter(const TextOutcome& text, const Tokenizer& tokenizer,
                       const ResponseOptions& options)
    : text_(text), tokenizer_(tokenizer), options_(options) {
  int32_t source_tokens = 0;
  for (std::size_t i = 0; i < text.segments.size(); ++i) {
    const SegmentOutcome& segment = text.segments[i];
    std::vector<std::string>& own = translations_.emplace_back();
    const Segment& source = text.document.segments[i];
    for (std::size_t h = 0; h < segment.outcome.hypotheses.size(); ++h) {
      own.push_back(TranslationOf(text, {.segment = i, .hypothesis = h},
                                  tokenizer, options.target_language));
    }
    if (own.empty()) {
      own.emplace_back(text.is_split ? BytesOf(text.document.text, source.span)
                                     : "");
    }
    first_source_.push_back(source_tokens);
    source_tokens += static_cast<int32_t>(segment.source.size());
  }
}

std::vector<Combination> TextWriter::Choose() const {
  std::vector<std::vector<float>> scores;
  std::vector<int32_t> draws;
  for (const SegmentOutcome& segment : text_.segments) {
    std::vector<float>& own = scores.emplace_back();
    for (const Hypothesis& hypothesis : segment.outcome.hypotheses) {
      // A hypothesis with a defect may follow one with a lower score.
      own.push_back(own.empty() ? hypothesis.score
                                : std::min(own.back(), hypothesis.score));
    }
    if (own.empty()) {
      own.push_back(0.0F);
    }
    draws.push_back(static_cast<int32_t>(own.size()));
  }
  return options_.sampled && !draws.empty()
             ? CombineDraws(draws, *std::ranges::max_element(draws))
             : BestCombinations(scores, options_.max_translations);
}

const Hypothesis* TextWriter::ChosenOf(std::size_t segment,
                                       const Combination& combination) const {
  const std::vector<Hypothesis>& hypotheses =
      text_.segments[segment].outcome.hypotheses;
  return hypotheses.empty() ? nullptr : &hypotheses[combination[segment]];
}

void TextWriter::WriteAttention(std::size_t segment,
                                const Hypothesis& hypothesis,
                                v1::Attention& attention) const {
  attention.set_layers(static_cast<int32_t>(options_.layers));
  attention.set_heads(static_cast<int32_t>(options_.heads));
  attention.set_target_tokens(static_cast<int32_t>(hypothesis.tokens.size()));
  attention.set_source_tokens(
      static_cast<int32_t>(text_.segments[segment].source.size()));
  attention.set_alignment_layer(
      AlignmentLayer(static_cast<int32_t>(options_.layers)));
  attention.mutable_weights()->Add(hypothesis.attention.begin(),
                                   hypothesis.attention.end());
}

void TextWriter::WriteTokens(std::size_t segment, const Hypothesis& hypothesis,
                             v1::Translation& translation) const {
  for (std::size_t i = 0; i < hypothesis.tokens.size(); ++i) {
    v1::TokenScore& token = *translation.add_tokens();
    token.set_piece(std::string(tokenizer_.Piece(hypothesis.tokens[i])));
    token.set_log_probability(hypothesis.token_log_probabilities[i]);
    token.set_segment(static_cast<int32_t>(segment));
    if (options_.alignments) {
      token.set_source_token(first_source_[segment] + hypothesis.alignment[i]);
    }
  }
}

void SetSpan(const ByteSpan& span, v1::ByteSpan& written) {
  written.set_begin(static_cast<int32_t>(span.begin));
  written.set_end(static_cast<int32_t>(span.end));
}

std::vector<v1::SegmentFlag> FlagsOf(const TextOutcome& text,
                                     std::size_t segment, int32_t choice) {
  const std::vector<bool>& low_coverage = text.segments[segment].low_coverage;
  std::vector<v1::SegmentFlag> flags;
  if (text.document.segments[segment].is_part) {
    flags.push_back(v1::SEGMENT_FLAG_SPLIT);
  }
  if (choice < std::ssize(low_coverage) && low_coverage[choice]) {
    flags.push_back(v1::SEGMENT_FLAG_LOW_COVERAGE);
  }
  return flags;
}

void TextWriter::WriteSegment(std::size_t segment, int32_t choice,
                              const Rendered& rendered,
                              v1::Segment& written) const {
  const Segment& source = text_.document.segments[segment];
  const SegmentOutcome& result = text_.segments[segment];
  SetSpan(source.span, *written.mutable_source());
  SetSpan(rendered.spans[segment], *written.mutable_target());
  written.set_finish_reason(v1::FINISH_REASON_END_OF_SENTENCE);
  for (const v1::SegmentFlag flag : FlagsOf(text_, segment, choice)) {
    written.add_flags(flag);
  }
  if (!result.outcome.hypotheses.empty()) {
    const Hypothesis& hypothesis = result.outcome.hypotheses[choice];
    written.set_score(hypothesis.score);
    written.set_finish_reason(ToProto(hypothesis.finish_reason));
  }
}

void TextWriter::WriteTranslation(const Combination& combination,
                                  v1::Translation& translation) const {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    chosen.push_back(translations_[i][combination[i]]);
  }
  Rendered rendered =
      RenderDocument(text_.document, chosen, options_.target_language);
  const bool wants_tokens = options_.token_scores || options_.alignments ||
                            options_.attention.has_value();
  translation.set_finish_reason(v1::FINISH_REASON_END_OF_SENTENCE);
  double scores = 0.0;
  int32_t scored = 0;
  int32_t target_tokens = 0;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    const Hypothesis* const hypothesis = ChosenOf(i, combination);
    if (hypothesis == nullptr && !text_.is_split) {
      continue;
    }
    v1::Segment& segment = *translation.add_segments();
    WriteSegment(i, combination[i], rendered, segment);
    if (hypothesis == nullptr) {
      continue;
    }
    scores += hypothesis->score;
    ++scored;
    target_tokens += static_cast<int32_t>(hypothesis->tokens.size());
    translation.set_finish_reason(std::max(translation.finish_reason(),
                                           ToProto(hypothesis->finish_reason)));
    if (wants_tokens) {
      WriteTokens(i, *hypothesis, translation);
    }
    if (options_.attention.has_value()) {
      WriteAttention(i, *hypothesis,
                     combination.size() == 1 ? *translation.mutable_attention()
                                             : *segment.mutable_attention());
    }
  }
  translation.set_text(std::move(rendered.text));
  translation.set_score(scored == 0 ? 0.0F
                                    : static_cast<float>(scores / scored));
  translation.set_target_tokens(target_tokens);
}

void TextWriter::Write(v1::TranslationResult& result) const {
  for (const SegmentOutcome& segment : text_.segments) {
    for (const int32_t id : segment.source) {
      result.add_source_pieces(std::string(tokenizer_.Piece(id)));
    }
  }
  std::set<std::string> seen;
  v1::Translations& translations = *result.mutable_translations();
  for (const Combination& combination : Choose()) {
    v1::Translation translation;
    WriteTranslation(combination, translation);
    // Sentences may divide equal bytes differently.
    if (options_.sampled || seen.insert(translation.text()).second) {
      *translations.add_hypotheses() = std::move(translation);
    }
  }
  if (options_.sampled) {
    std::stable_sort(translations.mutable_hypotheses()->begin(),
                     translations.mutable_hypotheses()->end(),
                     [](const v1::Translation& a, const v1::Translation& b) {
                       return a.score() > b.score();
                     });
  }
}

// Returns whether the engine left the weights out, because there are too many.
bool LacksWeights(const SegmentOutcome& segment,
                  const ResponseOptions& options) {
  const std::vector<Hypothesis>& hypotheses = segment.outcome.hypotheses;
  return options.attention &&
         std::any_of(hypotheses.begin(), hypotheses.end(),
                     [](const Hypothesis& hypothesis) {
                       return hypothesis.attention.empty() &&
                              !hypothesis.tokens.empty();
                     });
}

// Returns the error of the text, or OK.
absl::Status StatusOf(const TextOutcome& text, const ResponseOptions& options) {
  absl::Status status = text.status;
  for (const SegmentOutcome& segment : text.segments) {
    status.Update(segment.outcome.status);
    if (status.ok() && LacksWeights(segment, options)) {
      status = TooMuchAttention(options.attention->max_weights);
    }
  }
  return status;
}

// Returns the first error that is not about the text, or OK.
absl::Status CallStatusOf(const TextOutcome& text) {
  for (const SegmentOutcome& segment : text.segments) {
    const absl::Status& status = segment.outcome.status;
    if (!status.ok() && !IsTextError(status)) {
      return status;
    }
  }
  return IsTextError(text.status) ? absl::OkStatus() : text.status;
}

}  // namespace

void FillTextError(const absl::Status& status, v1::TextError& error) {
  FillStatus(status, error);
}

void FillDetected(const DetectedLanguage& detected,
                  v1::DetectedLanguage& message) {
  message.set_language(detected.language);
  message.set_confidence(static_cast<float>(detected.confidence));
}

void FillLanguages(const TextLanguages& languages,
                   v1::TranslationResult& result) {
  result.set_source_language(languages.source);
  if (languages.detected) {
    FillDetected(*languages.detected, *result.mutable_detected_language());
  }
}

bool IsTextError(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument ||
         status.code() == absl::StatusCode::kOutOfRange;
}

absl::Status CallStatus(std::span<const TextOutcome> texts) {
  for (const TextOutcome& text : texts) {
    INTERPRES_RETURN_IF_ERROR(CallStatusOf(text));
  }
  return absl::OkStatus();
}

absl::Status CheckResponseSize(const v1::TranslateResponse& response,
                               int64_t max_bytes) {
  const auto bytes = static_cast<int64_t>(response.ByteSizeLong());
  if (bytes <= max_bytes) {
    return absl::OkStatus();
  }
  const char* const remedy =
      response.results_size() > 1
          ? "Send fewer texts in a request, or each text in a message of "
            "StreamTranslate"
          : "Divide the text, and send each part in a message of "
            "StreamTranslate";
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the response has %d bytes; the caller accepts %d. %s. If your client "
      "accepts larger messages, state its limit in the metadata "
      "interpres-max-response-bytes",
      bytes, max_bytes, remedy));
}

void FillResult(const TextOutcome& text, const Tokenizer& tokenizer,
                const ResponseOptions& options, v1::TranslationResult& result) {
  int32_t source_tokens = 0;
  for (const SegmentOutcome& segment : text.segments) {
    source_tokens += segment.source_tokens;
  }
  result.set_source_tokens(source_tokens);
  FillLanguages(text.languages, result);
  const absl::Status status = StatusOf(text, options);
  if (!status.ok()) {
    FillTextError(status, *result.mutable_error());
    return;
  }
  TextWriter(text, tokenizer, options).Write(result);
}

v1::PartialResult MakePartial(const TextOutcome& text, int32_t segment,
                              const Tokenizer& tokenizer,
                              const ResponseOptions& options) {
  const auto index = static_cast<std::size_t>(segment);
  const SegmentOutcome& result = text.segments[index];
  const Hypothesis& best = result.outcome.hypotheses.front();
  v1::PartialResult partial;
  SetSpan(text.document.segments[index].span, *partial.mutable_source());
  partial.set_translation(TranslationOf(text, {.segment = index}, tokenizer,
                                        options.target_language));
  partial.set_score(best.score);
  partial.set_finish_reason(ToProto(best.finish_reason));
  for (const v1::SegmentFlag flag : FlagsOf(text, index, 0)) {
    partial.add_flags(flag);
  }
  return partial;
}

}  // namespace interpres
