#include "server/service/text_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/decoding/alignment.h"
#include "model/document/document.h"
#include "model/engine/segment_translation.h"
#include "model/markup/plain_document.h"
#include "server/service/protection_options.h"
#include "server/service/text_translations.h"

namespace interpres {
namespace {

// Writes the translations of one text that has no error.
class TextWriter {
 public:
  TextWriter(const TextOutcome& text, const Tokenizer& tokenizer,
             const ResponseOptions& options);

  void Write(v1::TranslationResult& result) const;

 private:
  // The rendered text, and the chosen translation of a segment.
  struct Place {
    const Rendered& rendered;
    int32_t choice = 0;
  };

  std::vector<Combination> Choose() const;
  // Null if the segment has no job.
  const Hypothesis* ChosenOf(std::size_t segment,
                             const Combination& combination) const;
  // Returns the text with the chosen translations.
  Rendered Render(const Combination& combination) const;
  void WriteTranslation(const Combination& combination,
                        v1::Translation& translation) const;
  // Returns the bytes of the segment in the text of the request.
  ByteSpan SourceOf(std::size_t segment) const;
  void WriteReport(std::size_t segment, const Place& place,
                   v1::Segment& written) const;
  void WriteSegment(std::size_t segment, const Place& place,
                    v1::Segment& written) const;
  void WriteTokens(std::size_t segment, const Hypothesis& hypothesis,
                   v1::Translation& translation) const;
  void WriteAttention(std::size_t segment, const Hypothesis& hypothesis,
                      v1::Attention& attention) const;

  const TextOutcome& text_;
  const Tokenizer& tokenizer_;
  const ResponseOptions& options_;
  // The translations of each segment, one for each hypothesis. A segment
  // without a job has one: a copy.
  std::vector<std::vector<AlignedText>> translations_;
  // For each segment of a text with markup, its index in markup->segments.
  std::vector<std::size_t> lines_;
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
AlignedText TextOf(const TextOutcome& text, const HypothesisPlace& place,
                   const Tokenizer& tokenizer,
                   const std::string& target_language) {
  const SegmentOutcome& segment = text.segments[place.segment];
  if (!segment.translations.empty()) {
    return segment.translations[place.hypothesis].text;
  }
  return TranslationOf({.segment = text.document.segments[place.segment],
                        .runs = segment.runs,
                        .offsets = segment.offsets},
                       segment.outcome.hypotheses[place.hypothesis], tokenizer,
                       /*atoms=*/{}, target_language);
}

TextWriter::TextWriter(const TextOutcome& text, const Tokenizer& tokenizer,
                       const ResponseOptions& options)
    : text_(text), tokenizer_(tokenizer), options_(options) {
  if (text.markup) {
    lines_ = LinesOf(text.document);
  }
  int32_t source_tokens = 0;
  for (std::size_t i = 0; i < text.segments.size(); ++i) {
    const SegmentOutcome& segment = text.segments[i];
    std::vector<AlignedText>& own = translations_.emplace_back();
    const Segment& source = text.document.segments[i];
    for (std::size_t h = 0; h < segment.outcome.hypotheses.size(); ++h) {
      own.push_back(TextOf(text, {.segment = i, .hypothesis = h}, tokenizer,
                           options.target_language));
    }
    if (own.empty() && !segment.translations.empty()) {
      own.push_back(segment.translations.front().text);
    }
    if (own.empty()) {
      own.push_back(
          {.text = std::string(
               text.is_split ? BytesOf(text.document.text, source.span) : "")});
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
  if (text.segments[segment].is_repair_incomplete) {
    flags.push_back(v1::SEGMENT_FLAG_REPAIR_INCOMPLETE);
  }
  return flags;
}

ByteSpan TextWriter::SourceOf(std::size_t segment) const {
  return text_.markup ? text_.markup->segments[lines_[segment]].span
                      : text_.document.segments[segment].span;
}

// Writes the places of the parts of a segment and of its translation.
class PartPlaces {
 public:
  // `source` are the bytes of the segment in the text of the request; `target`
  // are the bytes of its translation in `rendered`.
  PartPlaces(const TextOutcome& text, std::size_t segment, ByteSpan source,
             const AlignedText& translation, std::string_view rendered,
             ByteSpan target)
      : text_(text),
        segment_(text.document.segments[segment]),
        translation_(translation.text),
        target_(target),
        sources_(text.markup ? std::string_view(text.markup->text)
                             : std::string_view(),
                 source),
        targets_(rendered, target) {}

  void WriteSource(ByteSpan part, v1::ByteSpan& written) {
    SetSpan(text_.markup ? sources_.Find(BytesOf(segment_.text, part))
                         : SpanInDocument(text_.document, segment_, part),
            written);
  }

  void WriteTarget(ByteSpan part, v1::ByteSpan& written) {
    SetSpan(text_.markup ? targets_.Find(BytesOf(translation_, part))
                         : ByteSpan{.begin = target_.begin + part.begin,
                                    .end = target_.begin + part.end},
            written);
  }

 private:
  const TextOutcome& text_;
  const Segment& segment_;
  const std::string_view translation_;
  const ByteSpan target_;
  PartFinder sources_;
  PartFinder targets_;
};

void WriteProtectedSpan(const ProtectedSpan& span, PartPlaces& places,
                        v1::ProtectedSpan& written) {
  written.set_kind(ToProto(span.kind));
  written.set_step(ToProto(span.step));
  places.WriteSource(span.source, *written.mutable_source());
  if (span.target) {
    places.WriteTarget(*span.target, *written.mutable_target());
  }
}

void WriteTerm(const UsedTerm& term, PartPlaces& places, v1::TermUse& written) {
  written.set_entry(term.match.term);
  written.set_step(ToProto(term.step));
  written.set_problem(std::string(term.problem));
  places.WriteSource(term.match.span, *written.mutable_source());
  if (term.target) {
    places.WriteTarget(*term.target, *written.mutable_target());
  }
}

// Spans and terms are each in the order of the text.
void TextWriter::WriteReport(std::size_t segment, const Place& place,
                             v1::Segment& written) const {
  const SegmentOutcome& result = text_.segments[segment];
  if (place.choice >= std::ssize(result.translations)) {
    return;
  }
  const ProtectedTranslation& chosen = result.translations[place.choice];
  const PartPlaces start(text_, segment, SourceOf(segment),
                         translations_[segment][place.choice],
                         place.rendered.text, place.rendered.spans[segment]);
  PartPlaces places = start;
  for (const ProtectedSpan& span : chosen.spans) {
    WriteProtectedSpan(span, places, *written.add_protected_spans());
  }
  PartPlaces term_places = start;
  for (const UsedTerm& term : chosen.terms) {
    WriteTerm(term, term_places, *written.add_terms());
  }
}

void TextWriter::WriteSegment(std::size_t segment, const Place& place,
                              v1::Segment& written) const {
  const int32_t choice = place.choice;
  const SegmentOutcome& result = text_.segments[segment];
  SetSpan(SourceOf(segment), *written.mutable_source());
  SetSpan(place.rendered.spans[segment], *written.mutable_target());
  written.set_finish_reason(v1::FINISH_REASON_END_OF_SENTENCE);
  for (const v1::SegmentFlag flag : FlagsOf(text_, segment, choice)) {
    written.add_flags(flag);
  }
  WriteReport(segment, place, written);
  if (!result.outcome.hypotheses.empty()) {
    const Hypothesis& hypothesis = result.outcome.hypotheses[choice];
    written.set_score(hypothesis.score);
    written.set_finish_reason(ToProto(hypothesis.finish_reason));
  }
}

Rendered TextWriter::Render(const Combination& combination) const {
  if (text_.markup) {
    std::vector<AlignedText> chosen;
    for (std::size_t i = 0; i < combination.size(); ++i) {
      chosen.push_back(translations_[i][combination[i]]);
    }
    return RenderPlainDocument(*text_.markup, text_.document, chosen,
                               options_.target_language);
  }
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    chosen.push_back(translations_[i][combination[i]].text);
  }
  return RenderDocument(text_.document, chosen, options_.target_language);
}

void TextWriter::WriteTranslation(const Combination& combination,
                                  v1::Translation& translation) const {
  Rendered rendered = Render(combination);
  const bool wants_tokens = options_.token_scores || options_.alignments ||
                            options_.attention.has_value();
  translation.set_finish_reason(v1::FINISH_REASON_END_OF_SENTENCE);
  double scores = 0.0;
  int32_t scored = 0;
  int32_t target_tokens = 0;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    const Hypothesis* const hypothesis = ChosenOf(i, combination);
    const bool has_report =
        text_.is_split || !text_.segments[i].translations.empty();
    if (hypothesis == nullptr && !has_report) {
      continue;
    }
    v1::Segment& segment = *translation.add_segments();
    WriteSegment(i, {.rendered = rendered, .choice = combination[i]}, segment);
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
      result.add_source_pieces(std::string(tokenizer_.SourcePiece(id)));
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

}  // namespace

void WriteTranslations(const TextOutcome& text, const Tokenizer& tokenizer,
                       const ResponseOptions& options,
                       v1::TranslationResult& result) {
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
  partial.set_translation(
      TextOf(text, {.segment = index}, tokenizer, options.target_language)
          .text);
  partial.set_score(best.score);
  partial.set_finish_reason(ToProto(best.finish_reason));
  for (const v1::SegmentFlag flag : FlagsOf(text, index, 0)) {
    partial.add_flags(flag);
  }
  return partial;
}

}  // namespace interpres
