#include "model/document/atom_places.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/base/utf8.h"
#include "model/document/aligned_regions.h"
#include "model/document/atom_text.h"

namespace interpres {
namespace {

// Bytes of all comparisons of one translation. When they are used up, damaged
// copies are found by the alignment only.
constexpr int64_t kMaxComparedBytes = 1 << 20;
constexpr int64_t kMaxRegion = 24;  // plus three times the atom
constexpr double kSimilar = 0.5;
constexpr std::string_view kAtomMarks = "{}[]<>%$@#`:&/.";

// Returns the part of the longer string that both begin or end with.
double Similarity(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t prefix = 0;
  while (prefix < shorter && a[prefix] == b[prefix]) {
    ++prefix;
  }
  std::size_t suffix = 0;
  while (prefix + suffix < shorter &&
         a[a.size() - 1 - suffix] == b[b.size() - 1 - suffix]) {
    ++suffix;
  }
  return static_cast<double>(prefix + suffix) /
         static_cast<double>(std::max({a.size(), b.size(), std::size_t{1}}));
}

class Placement {
 public:
  Placement(std::string_view source, std::span<const Atom> atoms,
            const AlignedText& translation, const AtomComparison& comparison)
      : source_(source),
        atoms_(atoms),
        translation_(translation),
        comparison_(comparison),
        text_(translation.text),
        taken_(translation.text.size()),
        claims_(atoms.size()) {
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (comparison.copies[i]) {
        Mark(*comparison.copies[i]);
      } else {
        missing_.push_back(i);
      }
    }
    for (const std::vector<Atom>* list :
         {&comparison.surplus, &comparison.extra_numbers}) {
      loose_.insert(loose_.end(), list->begin(), list->end());
    }
    std::ranges::sort(loose_, {},
                      [](const Atom& atom) { return atom.span.begin; });
    is_used_.resize(loose_.size());
  }

  AtomPlaces Find() {
    const std::vector<ByteSpan> regions = RegionsOf(atoms_, translation_);
    ForEachMissing([&](std::size_t i) { ClaimAlignedAtom(i, regions[i]); });
    ForEachMissing([&](std::size_t i) { ClaimSimilarAtom(i); });
    ForEachMissing([&](std::size_t i) { ClaimNextAtom(i); });
    ForEachMissing([&](std::size_t i) { ClaimRegion(i, regions[i]); });
    FindWords();
    ForEachMissing([&](std::size_t i) { ClaimSimilarWord(i); });
    FindAnchors();
    ForEachMissing([&](std::size_t i) { claims_[i] = InsertionPlace(i); });
    return Places();
  }

 private:
  template <typename Function>
  void ForEachMissing(Function function) {
    for (const std::size_t i : missing_) {
      if (!claims_[i]) {
        function(i);
      }
    }
  }

  std::string_view AtomBytes(std::size_t i) const {
    return BytesOf(source_, atoms_[i].span);
  }

  void Mark(ByteSpan span) {
    std::fill(taken_.begin() + span.begin, taken_.begin() + span.end, true);
  }

  bool IsFree(ByteSpan span) const {
    return std::find(taken_.begin() + span.begin, taken_.begin() + span.end,
                     true) == taken_.begin() + span.end;
  }

  // Gives the bytes to the atom, with the marks beside them that belong to a
  // damaged copy.
  void Claim(std::size_t i, ByteSpan span) {
    const auto is_part = [&](int64_t at) {
      return !taken_[at] && kAtomMarks.find(text_.At(at)) != kNone &&
             AtomBytes(i).find(text_.At(at)) != kNone;
    };
    if (atoms_[i].kind == AtomKind::kPlaceholder) {
      while (span.begin > 0 && is_part(span.begin - 1)) {
        --span.begin;
      }
      while (span.end < text_.size() && is_part(span.end)) {
        ++span.end;
      }
    }
    claims_[i] = span;
    Mark(span);
  }

  bool IsLoose(std::size_t loose, AtomKind kind) const {
    return loose_[loose].kind == kind && !is_used_[loose] &&
           IsFree(loose_[loose].span);
  }

  void ClaimLoose(std::size_t i, std::size_t loose) {
    is_used_[loose] = true;
    Claim(i, loose_[loose].span);
  }

  // Takes a surplus atom that is aligned to the atom.
  void ClaimAlignedAtom(std::size_t i, ByteSpan region) {
    constexpr int kMaxTries = 8;
    auto first = std::ranges::upper_bound(
        loose_, region.begin, {},
        [](const Atom& atom) { return atom.span.end; });
    auto loose = static_cast<std::size_t>(first - loose_.begin());
    for (int tries = 0; tries < kMaxTries && loose < loose_.size() &&
                        loose_[loose].span.begin < region.end;
         ++tries, ++loose) {
      if (IsLoose(loose, atoms_[i].kind)) {
        ClaimLoose(i, loose);
        return;
      }
    }
  }

  // Returns the similarity, or 0 if too many bytes have been compared.
  double SimilarityTo(std::size_t i, ByteSpan span) {
    const std::string_view atom = AtomBytes(i);
    const std::string_view other = BytesOf(translation_.text, span);
    compared_ += static_cast<int64_t>(std::min(atom.size(), other.size())) + 1;
    return compared_ > kMaxComparedBytes ? 0 : Similarity(atom, other);
  }

  void ClaimSimilarAtom(std::size_t i) {
    std::optional<std::size_t> best;
    double similarity = 0;
    for (std::size_t loose = 0;
         loose < loose_.size() && compared_ < kMaxComparedBytes; ++loose) {
      ++compared_;
      if (!IsLoose(loose, atoms_[i].kind)) {
        continue;
      }
      const double now = SimilarityTo(i, loose_[loose].span);
      if (now >= kSimilar && now > similarity) {
        best = loose;
        similarity = now;
      }
    }
    if (best) {
      ClaimLoose(i, *best);
    }
  }

  // Takes the next surplus atom of the same kind. A number that is aligned to
  // another part of the source stays.
  void ClaimNextAtom(std::size_t i) {
    std::size_t& next = next_loose_[static_cast<std::size_t>(atoms_[i].kind)];
    for (; next < loose_.size(); ++next) {
      const bool can_replace =
          atoms_[i].kind != AtomKind::kNumber ||
          (missing_.size() == 1 && comparison_.extra_numbers.size() == 1 &&
           !IsAligned(translation_, loose_[next].span));
      if (can_replace && IsLoose(next, atoms_[i].kind)) {
        ClaimLoose(i, next++);
        return;
      }
    }
  }

  ByteSpan WithoutSpaces(ByteSpan span) const {
    while (span.begin < span.end && text_.At(span.begin) == ' ') {
      ++span.begin;
    }
    while (span.end > span.begin && text_.At(span.end - 1) == ' ') {
      --span.end;
    }
    return span;
  }

  // Returns the span with the rest of the words at its ends, up to 64 bytes on
  // each side.
  ByteSpan WithWholeWords(ByteSpan span) const {
    constexpr int64_t kMaxMore = 64;
    const ByteSpan given = span;
    while (span.begin > 0 && given.begin - span.begin < kMaxMore &&
           text_.JoinsBefore(span.begin) && text_.JoinsAfter(span.begin)) {
      do {
        --span.begin;
      } while (IsInCharacter(span.begin));
    }
    while (span.end < text_.size() && span.end - given.end < kMaxMore &&
           text_.JoinsBefore(span.end) && text_.JoinsAfter(span.end)) {
      span.end += text_.CodeAt(span.end).length;
    }
    return span;
  }

  // Takes the words that are aligned to the atom.
  void ClaimRegion(std::size_t i, ByteSpan region) {
    const ByteSpan span = WithWholeWords(WithoutSpaces(region));
    const ByteSpan source = atoms_[i].span;
    const int64_t size = span.end - span.begin;
    const bool is_atom = size > 0 &&
                         size <= kMaxRegion + 3 * (source.end - source.begin) &&
                         IsFree(span) && IsBetweenWords(span) &&
                         (IsAlignedOnlyTo(translation_, span, source) ||
                          SimilarityTo(i, span) >= kSimilar);
    if (is_atom) {
      Claim(i, span);
    }
  }

  bool IsBetweenWords(ByteSpan span) const {
    return !(text_.JoinsBefore(span.begin) && text_.JoinsAfter(span.begin)) &&
           !(text_.JoinsBefore(span.end) && text_.JoinsAfter(span.end));
  }

  // Finds the free words, without the marks after them.
  void FindWords() {
    for (int64_t begin = 0; begin < text_.size();) {
      int64_t end = begin;
      while (end < text_.size() && !IsSpaceByte(text_.At(end))) {
        ++end;
      }
      ByteSpan word = {.begin = begin, .end = end};
      while (word.end > word.begin &&
             std::string_view(".,;:!?").find(text_.At(word.end - 1)) != kNone) {
        --word.end;
      }
      if (word.end > word.begin && IsFree(word)) {
        words_.push_back(word);
      }
      begin = end + 1;
    }
  }

  static bool IsSpaceByte(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  // Takes the word whose bytes are nearest: it can be a damaged copy that is no
  // atom.
  void ClaimSimilarWord(std::size_t i) {
    constexpr std::size_t kMinBytes = 3;
    std::optional<ByteSpan> best;
    double similarity = kSimilar;
    if (AtomBytes(i).size() < kMinBytes) {
      return;
    }
    for (const ByteSpan word : words_) {
      if (++compared_ > kMaxComparedBytes) {
        return;
      }
      const double now = SimilarityTo(i, word);
      if (now > similarity && IsFree(word)) {
        best = word;
        similarity = now;
      }
    }
    if (best) {
      Claim(i, *best);
    }
  }

  void FindAnchors() {
    for (const AlignedSpan& element : translation_.alignment) {
      anchors_.Add(element.target, element.source);
    }
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const std::optional<ByteSpan>& copy =
          comparison_.copies[i] ? comparison_.copies[i] : claims_[i];
      if (copy) {
        anchors_.Add(*copy, atoms_[i].span);
      }
    }
    anchors_.Sort();
    next_place_.resize(taken_.size() + 1);
    int64_t next = text_.size();
    for (int64_t i = text_.size(); i >= 0; --i) {
      next = CanInsert(i) ? i : next;
      next_place_[i] = next;
    }
  }

  bool IsInCharacter(int64_t i) const {
    return IsUtf8Continuation(text_.At(i));
  }

  // Returns whether `i` is neither in a character, a word nor an atom.
  bool CanInsert(int64_t i) const {
    if (i == 0 || i == text_.size()) {
      return true;
    }
    return !IsInCharacter(i) && !(taken_[i - 1] && taken_[i]) &&
           !(text_.JoinsBefore(i) && text_.JoinsAfter(i));
  }

  // Returns whether the source has a letter or digit in the span.
  bool HasWords(int64_t begin, int64_t end) const {
    return std::ranges::any_of(
        DecodeUtf8(source_.substr(begin, std::min<int64_t>(end - begin, 64)))
            .code,
        IsContent);
  }

  // Returns the end of the text, before the marks there.
  int64_t EndPlace() const {
    int64_t end = text_.size();
    while (end > 0 && !taken_[end - 1] &&
           std::string_view(" .!?").find(text_.At(end - 1)) != kNone) {
      --end;
    }
    return next_place_[end];
  }

  ByteSpan InsertionPlace(std::size_t i) const {
    const ByteSpan span = atoms_[i].span;
    const auto size = static_cast<int64_t>(source_.size());
    int64_t place = anchors_.Before(span.begin);
    if (!HasWords(0, span.begin)) {
      place = 0;
    } else if (place < 0 || !HasWords(span.end, size)) {
      place = EndPlace();
    }
    place = next_place_[place];
    return {.begin = place, .end = place};
  }

  AtomPlaces Places() const {
    AtomPlaces result;
    for (const std::size_t i : missing_) {
      result.places.push_back({.target = *claims_[i], .atom = i});
    }
    // An insertion comes before the bytes that are replaced at its place.
    std::ranges::stable_sort(result.places, {}, [](const AtomPlace& place) {
      return std::pair(place.target.begin, place.target.end);
    });
    for (const Atom& atom : comparison_.surplus) {
      if (IsFree(atom.span)) {
        result.removals.push_back(atom.span);
      }
    }
    return result;
  }

  static constexpr std::size_t kNone = std::string_view::npos;

  std::string_view source_;
  std::span<const Atom> atoms_;
  const AlignedText& translation_;
  const AtomComparison& comparison_;
  AtomText text_;
  std::vector<bool> taken_;  // bytes of copies and of claims
  std::vector<std::optional<ByteSpan>> claims_;
  std::vector<std::size_t> missing_;
  std::vector<Atom> loose_;  // surplus atoms and extra numbers
  std::vector<bool> is_used_;
  std::array<std::size_t, kAtomKindCount> next_loose_ = {};
  std::vector<ByteSpan> words_;
  SourceAnchors anchors_;
  std::vector<int64_t> next_place_;
  int64_t compared_ = 0;
};

}  // namespace

AtomPlaces FindAtomPlaces(std::string_view source, std::span<const Atom> atoms,
                          const AlignedText& translation,
                          const AtomComparison& comparison) {
  return Placement(source, atoms, translation, comparison).Find();
}

}  // namespace interpres
