#include "model/document/term_splice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/base/utf8.h"
#include "model/document/aligned_regions.h"
#include "model/document/aligned_text_builder.h"
#include "model/document/atom_text.h"
#include "model/document/characters.h"
#include "model/document/letter_case.h"
#include "model/document/text_splice.h"

namespace interpres {
namespace {

constexpr int64_t kMoreBytes = 24;  // than three times the term

bool HasContent(std::string_view text) {
  return std::ranges::any_of(DecodeUtf8(text).code, IsContent);
}

// Finds the places of the missing terms in a translation.
class TermPlacement {
 public:
  // REQUIRES: the alignment is valid, and all arguments outlive the object.
  TermPlacement(std::string_view source, std::span<const WantedTerm> terms,
                std::span<const ByteSpan> kept, const AlignedText& translation)
      : source_(source),
        terms_(terms),
        translation_(translation),
        text_(translation.text),
        taken_(translation.text.size()),
        claims_(terms.size()) {
    std::ranges::for_each(kept, [this](ByteSpan span) { Mark(span); });
    for (const WantedTerm& term : terms) {
      if (term.copy) {
        Mark(*term.copy);
      }
    }
  }

  // Returns for each term the bytes that its target replaces. Null for a term
  // that has a copy.
  std::vector<std::optional<ByteSpan>> Find() {
    ClaimWords();
    SourceAnchors anchors;
    for (const AlignedSpan& element : translation_.alignment) {
      anchors.Add(element.target, element.source);
    }
    anchors.Sort();
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (!terms_[i].copy && !claims_[i]) {
        const int64_t place = InsertionPlace(terms_[i].source, anchors);
        claims_[i] = {.begin = place, .end = place};
      }
    }
    return std::move(claims_);
  }

 private:
  void Mark(ByteSpan span) {
    std::fill(taken_.begin() + span.begin, taken_.begin() + span.end, true);
  }

  // Gives the words that are aligned to a missing term to this term.
  void ClaimWords() {
    std::vector<Atom> spans;
    for (const WantedTerm& term : terms_) {
      spans.push_back({.span = term.source, .kind = AtomKind::kDoNotTranslate});
    }
    const std::vector<ByteSpan> regions = RegionsOf(spans, translation_);
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const ByteSpan region = WithoutMarks(regions[i]);
      const ByteSpan words = WithWholeWords(region);
      if (!terms_[i].copy && CanReplace(words, region, terms_[i].source)) {
        claims_[i] = words;
        Mark(words);
      }
    }
  }

  // Most of the words must be aligned to the term.
  bool CanReplace(ByteSpan words, ByteSpan region, ByteSpan source) const {
    const int64_t size = words.end - words.begin;
    const int64_t aligned = region.end - region.begin;
    return size > 0 && 2 * aligned >= size &&
           size <= kMoreBytes + 3 * (source.end - source.begin) &&
           std::none_of(taken_.begin() + words.begin,
                        taken_.begin() + words.end,
                        [](bool is_taken) { return is_taken; });
  }

  // Returns the span without the spaces and marks at its ends.
  ByteSpan WithoutMarks(ByteSpan span) const {
    while (span.begin < span.end && !IsContent(text_.CodeAt(span.begin).code)) {
      span.begin += text_.CodeAt(span.begin).length;
    }
    while (span.end > span.begin && !IsContent(text_.CodeBefore(span.end))) {
      do {
        --span.end;
      } while (IsUtf8Continuation(text_.At(span.end)));
    }
    return span;
  }

  bool IsInWord(int64_t i) const {
    return text_.JoinsBefore(i) && text_.JoinsAfter(i);
  }

  ByteSpan WithWholeWords(ByteSpan span) const {
    if (span.begin == span.end) {
      return span;
    }
    while (IsInWord(span.begin)) {
      do {
        --span.begin;
      } while (IsUtf8Continuation(text_.At(span.begin)));
    }
    while (IsInWord(span.end)) {
      span.end += text_.CodeAt(span.end).length;
    }
    return span;
  }

  // Returns whether `i` is neither in a character, a word nor taken bytes.
  bool CanInsert(int64_t i) const {
    if (i == 0 || i == text_.size()) {
      return true;
    }
    return !IsUtf8Continuation(text_.At(i)) && !(taken_[i - 1] && taken_[i]) &&
           !IsInWord(i);
  }

  // Returns the end of the text, before the marks there.
  int64_t EndPlace() const {
    int64_t end = text_.size();
    while (end > 0 && !taken_[end - 1] && HasByte(" .!?", text_.At(end - 1))) {
      --end;
    }
    return end;
  }

  int64_t InsertionPlace(ByteSpan term, const SourceAnchors& anchors) const {
    int64_t place = std::min(anchors.Before(term.begin), EndPlace());
    if (!HasContent(source_.substr(0, term.begin))) {
      place = 0;
    } else if (place < 0 || !HasContent(source_.substr(term.end))) {
      place = EndPlace();
    }
    while (!CanInsert(place)) {
      ++place;
    }
    return place;
  }

  std::string_view source_;
  std::span<const WantedTerm> terms_;
  const AlignedText& translation_;
  AtomText text_;
  std::vector<bool> taken_;  // bytes that must not change
  std::vector<std::optional<ByteSpan>> claims_;
};

// Returns whether `span` holds the first word of the text, and this word begins
// with a capital.
bool IsCapitalAtStart(std::string_view text, ByteSpan span) {
  return !HasContent(text.substr(0, span.begin)) &&
         IsUpper(FirstCodePoint(text.substr(span.begin)).code);
}

}  // namespace

AlignedText SpliceTerms(std::string_view source,
                        std::span<const WantedTerm> terms,
                        std::span<const ByteSpan> kept,
                        const AlignedText& translation,
                        const std::string& target_language) {
  const AlignedText original =
      WithValidAlignment(translation, static_cast<int64_t>(source.size()));
  const std::vector<std::optional<ByteSpan>> places =
      TermPlacement(source, terms, kept, original).Find();
  std::vector<SplicedPart> parts;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (places[i]) {
      const bool is_capital = IsCapitalAtStart(original.text, *places[i]);
      parts.push_back(
          {.target = *places[i],
           .text = is_capital ? WithCapital(terms[i].target, target_language)
                              : std::string(terms[i].target),
           .source = terms[i].source});
    }
  }
  // An insertion comes before the bytes that are replaced at its place.
  std::ranges::stable_sort(parts, {}, [](const SplicedPart& part) {
    return std::pair(part.target.begin, part.target.end);
  });
  return SpliceParts(parts, {}, original, SpliceGap::kNatural);
}

}  // namespace interpres
