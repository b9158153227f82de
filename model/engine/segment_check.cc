#include "model/engine/segment_check.h"

#include <algorithm>

#include "model/document/number_scale.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

bool OverlapsAny(ByteSpan span,
                 const std::vector<std::optional<ByteSpan>>& others) {
  return std::ranges::any_of(others, [span](const auto& other) {
    return other && span.begin < other->end && other->begin < span.end;
  });
}

}  // namespace

bool HasAll(const std::vector<std::optional<ByteSpan>>& copies) {
  return std::ranges::all_of(copies,
                             [](const auto& copy) { return copy.has_value(); });
}

AtomComparison SegmentCheck::Compare(const AlignedText& translation) const {
  AtomComparison comparison = CompareAtoms(segment_.text, segment_.atoms,
                                           translation.text, protection_.atoms);
  if (!comparison.surplus.empty()) {
    const std::vector<std::optional<ByteSpan>> terms = FindTerms(translation);
    std::erase_if(comparison.surplus, [&terms](const Atom& atom) {
      return OverlapsAny(atom.span, terms);
    });
  }
  return comparison;
}

std::optional<std::string> SegmentCheck::ScaleWordsOf(const Atom& atom) const {
  return atom.kind == AtomKind::kNumber
             ? ScaleWordsIn(segment_.text, atom.span, languages_.source,
                            languages_.target)
             : std::nullopt;
}

std::string SegmentCheck::TextOf(const Atom& atom) const {
  std::string text(BytesOf(segment_.text, atom.span));
  if (atom.kind == AtomKind::kNumber) {
    text = InDigits(text);
  }
  if (const std::optional<std::string> words = ScaleWordsOf(atom)) {
    text += " " + *words;
  }
  return text;
}

void SegmentCheck::DropLostScales(const AlignedText& translation,
                                  AtomComparison& comparison) const {
  const Segment& segment = segment_;
  for (std::size_t i = 0; i < segment.atoms.size(); ++i) {
    std::optional<ByteSpan>& copy = comparison.copies[i];
    if (copy && ScaleWordsOf(segment.atoms[i]) &&
        LosesScale({.text = segment.text, .number = segment.atoms[i].span},
                   {.text = translation.text, .number = *copy})) {
      copy.reset();
    }
  }
}

AtomComparison SegmentCheck::CompareWithScales(
    const AlignedText& translation) const {
  AtomComparison comparison = Compare(translation);
  DropLostScales(translation, comparison);
  return comparison;
}

std::vector<std::optional<ByteSpan>> SegmentCheck::FindTerms(
    const AlignedText& translation) const {
  if (segment_.terms.empty()) {
    return {};
  }
  return protection_.glossary->FindTargets(segment_.terms, translation.text);
}

bool SegmentCheck::IsIntact(const AlignedText& translation) const {
  return (!repairs_atoms() || CompareWithScales(translation).intact()) &&
         HasAll(FindTerms(translation));
}

}  // namespace interpres
