#include "model/engine/protection.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "model/document/atom_splice.h"
#include "model/document/byte_span.h"
#include "model/document/number_locale.h"
#include "model/document/number_scale.h"
#include "model/document/number_value.h"
#include "model/document/typography.h"

namespace interpres {
namespace {

// Moves the parts behind the bytes `span`, which become longer by `longer`.
// Joins the parts that overlap `span`.
std::vector<AlignedSpan> WithReplaced(const std::vector<AlignedSpan>& parts,
                                      ByteSpan span, int64_t longer) {
  std::vector<AlignedSpan> moved;
  bool has_joined = false;
  for (AlignedSpan part : parts) {
    const bool overlaps =
        part.target.begin < span.end && part.target.end > span.begin;
    if (overlaps) {
      part.target.begin = std::min(part.target.begin, span.begin);
      part.target.end = std::max(part.target.end, span.end) + longer;
    } else if (part.target.begin >= span.end) {
      part.target.begin += longer;
      part.target.end += longer;
    }
    if (!overlaps || !has_joined) {
      moved.push_back(part);
      has_joined = has_joined || overlaps;
      continue;
    }
    AlignedSpan& joined = moved.back();
    joined.target.end = part.target.end;
    joined.source.begin = std::min(joined.source.begin, part.source.begin);
    joined.source.end = std::max(joined.source.end, part.source.end);
  }
  return moved;
}

// Replaces the bytes `span` of the text, which become `bytes`, and moves the
// spans behind.
void ReplaceBytes(ByteSpan span, std::string_view bytes,
                  ProtectedTranslation& translation) {
  const int64_t longer = std::ssize(bytes) - (span.end - span.begin);
  translation.text.text.replace(span.begin, span.end - span.begin, bytes);
  const auto move = [&](ByteSpan& other) {
    other.begin += other.begin >= span.end ? longer : 0;
    other.end += other.end >= span.end ? longer : 0;
  };
  translation.text.alignment =
      WithReplaced(translation.text.alignment, span, longer);
  for (ProtectedSpan& other : translation.spans) {
    if (other.target) {
      move(*other.target);
    }
  }
}

}  // namespace

ProtectedTranslation ReportAtoms(const Segment& segment,
                                 AlignedText translation,
                                 const AtomComparison& comparison,
                                 ProtectionStep step) {
  ProtectedTranslation report = {.text = std::move(translation)};
  report.spans.reserve(segment.atoms.size());
  for (std::size_t i = 0; i < segment.atoms.size(); ++i) {
    const std::optional<ByteSpan>& copy = comparison.copies[i];
    report.spans.push_back({.kind = segment.atoms[i].kind,
                            .source = segment.atoms[i].span,
                            .target = copy,
                            .step = copy ? step : ProtectionStep::kNotKept});
  }
  return report;
}

ProtectedTranslation SpliceMissing(const Segment& segment,
                                   ProtectedTranslation translation,
                                   const AtomOptions& options) {
  AlignedText spliced =
      SpliceAtoms(segment.text, segment.atoms, translation.text, options);
  const AtomComparison comparison =
      CompareAtoms(segment.text, segment.atoms, spliced.text, options);
  ProtectedTranslation report = ReportAtoms(
      segment, std::move(spliced), comparison, ProtectionStep::kSplice);
  for (std::size_t i = 0; i < report.spans.size(); ++i) {
    if (translation.spans[i].target) {
      report.spans[i].step = translation.spans[i].step;
    }
  }
  return report;
}

void WriteScales(const Segment& segment, const LanguageNames& languages,
                 ProtectedTranslation& translation) {
  for (ProtectedSpan& span : translation.spans) {
    if (span.kind != AtomKind::kNumber || !span.target) {
      continue;
    }
    const std::string& text = translation.text.text;
    const std::optional<std::string> words = ScaleWordsIn(
        segment.text, span.source, languages.source, languages.target);
    const int64_t end = ScaleEnd(text, *span.target);
    if (words && end > span.target->end &&
        LosesScale({.text = segment.text, .number = span.source},
                   {.text = text, .number = *span.target})) {
      // A space, or a hyphen as in `20-million`.
      const char mark = text[span.target->end] == '-' ? '-' : ' ';
      ReplaceBytes({.begin = span.target->end, .end = end}, mark + *words,
                   translation);
      span.step = ProtectionStep::kSplice;
    }
  }
}

void WriteNumbers(const Segment& segment, NumberForm form,
                  const LanguageNames& languages,
                  ProtectedTranslation& translation) {
  if (form == NumberForm::kKeep) {
    return;
  }
  for (const ProtectedSpan& span : translation.spans) {
    if (span.kind != AtomKind::kNumber || !span.target) {
      continue;
    }
    const std::string_view number = BytesOf(segment.text, span.source);
    if (!SameNumber(number, BytesOf(translation.text.text, *span.target))) {
      continue;  // "20 billion" and "20 000 millones"
    }
    ReplaceBytes(
        *span.target,
        form == NumberForm::kVerbatim
            ? std::string(number)
            : LocalizeNumber(number, languages.source, languages.target),
        translation);
  }
}

void WriteApostrophes(const Segment& segment,
                      ProtectedTranslation& translation) {
  if (!segment.is_in_message || FindMessageQuotation(segment.text, 0)) {
    return;
  }
  for (auto at = FindMessageQuotation(translation.text.text, 0); at;
       at = FindMessageQuotation(translation.text.text, *at + 1)) {
    ReplaceBytes({.begin = *at, .end = *at + 1}, kTypographicApostrophe,
                 translation);
  }
}

}  // namespace interpres
