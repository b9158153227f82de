#include "model/document/long_sentence.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "model/document/all_language_words.h"
#include "model/document/characters.h"
#include "model/document/grapheme_clusters.h"
#include "model/document/sentence_end.h"
#include "model/document/sentence_language.h"
#include "model/document/word_list.h"

namespace interpres {
namespace {

// How good a place to divide is. Higher is better.
enum class Place { kNone, kSpace, kConjunction, kComma, kClause };

bool IsConjunction(SentenceLanguage language, std::u32string_view word) {
  const auto has_language = [language](const LanguageWords* words) {
    return words->language == language;
  };
  const auto* const found =
      std::ranges::find_if(kAllLanguageWords, has_language);
  if (found == kAllLanguageWords.end()) {
    return false;
  }
  const std::string lower = EncodeUtf8(LowerCase(word));
  const std::vector<std::string_view> words = WordsOf((*found)->conjunctions);
  return std::ranges::find(words, lower) != words.end();
}

class Divider {
 public:
  Divider(std::string_view sentence, const DivisionLimits& limits,
          std::string_view language)
      : sentence_(sentence),
        characters_(DecodeUtf8(sentence)),
        max_bytes_(limits.max_bytes),
        whole_(limits.whole),
        language_(SentenceLanguageOf(language)) {}

  std::vector<ByteSpan> Divide();

 private:
  int64_t OffsetOf(std::size_t i) const { return characters_.offset[i]; }
  // Returns how good it is to divide before the character `i`.
  Place PlaceBefore(std::size_t i) const;
  // Returns whether the byte offset is inside a span that stays whole.
  bool IsInWhole(int64_t offset) const;
  // Returns where the part that begins at `begin` should end.
  std::size_t FindEnd(std::size_t begin);
  // Returns the last end of a cluster in (begin, last], outside the spans that
  // stay whole if there is one. Returns `last` if no cluster ends there.
  std::size_t LastClusterEnd(std::size_t begin, std::size_t last);
  // Returns the last end of a cluster in (begin, last] that is inside a span
  // that stays whole, or outside. Returns `begin` if no cluster ends there.
  // REQUIRES: clusters_ is set.
  std::size_t LastClusterEnd(std::size_t begin, std::size_t last,
                             bool in_whole) const;

  std::string_view sentence_;
  Characters characters_;
  std::vector<int64_t> clusters_;  // boundaries; empty until they are needed
  int64_t max_bytes_;
  std::span<const ByteSpan> whole_;
  SentenceLanguage language_;
};

bool Divider::IsInWhole(int64_t offset) const {
  const auto next = std::partition_point(
      whole_.begin(), whole_.end(),
      [offset](const ByteSpan& span) { return span.end <= offset; });
  return next != whole_.end() && next->begin < offset;
}

Place Divider::PlaceBefore(std::size_t i) const {
  const std::u32string_view text = characters_.code;
  if (IsInWhole(OffsetOf(i))) {
    return Place::kNone;
  }
  if (IsOneOf(U"；：", text[i - 1])) {
    return Place::kClause;
  }
  if (IsOneOf(U"，、", text[i - 1])) {
    return Place::kComma;
  }
  if (!IsSpace(text[i]) || IsSpace(text[i - 1])) {
    return Place::kNone;
  }
  if (IsOneOf(U";:.!?—–", text[i - 1])) {
    return Place::kClause;
  }
  if (text[i - 1] == U',') {
    return Place::kComma;
  }
  return IsConjunction(language_, WordAt(text, SkipSpace(text, i)))
             ? Place::kConjunction
             : Place::kSpace;
}

std::size_t Divider::LastClusterEnd(std::size_t begin, std::size_t last) {
  if (clusters_.empty()) {
    clusters_ = GraphemeBoundaries(sentence_);
  }
  const std::size_t outside = LastClusterEnd(begin, last, false);
  const std::size_t end =
      outside > begin ? outside : LastClusterEnd(begin, last, true);
  return end > begin ? end : last;
}

std::size_t Divider::LastClusterEnd(std::size_t begin, std::size_t last,
                                    bool in_whole) const {
  for (std::size_t end = last; end > begin; --end) {
    if (IsInWhole(OffsetOf(end)) == in_whole &&
        std::ranges::binary_search(clusters_, OffsetOf(end))) {
      return end;
    }
  }
  return begin;
}

std::size_t Divider::FindEnd(std::size_t begin) {
  const std::size_t size = characters_.code.size();
  const int64_t rest = OffsetOf(size) - OffsetOf(begin);
  const int64_t parts = (rest + max_bytes_ - 1) / max_bytes_;
  const int64_t wanted = OffsetOf(begin) + rest / parts;
  const int64_t earliest = OffsetOf(begin) + rest / parts / 2;
  Place best = Place::kNone;
  std::size_t found = begin;
  std::size_t i = begin + 1;
  for (; i < size && OffsetOf(i) - OffsetOf(begin) <= max_bytes_; ++i) {
    const Place place = OffsetOf(i) < earliest ? Place::kNone : PlaceBefore(i);
    const bool is_nearer =
        std::abs(OffsetOf(i) - wanted) < std::abs(OffsetOf(found) - wanted);
    if (place > best || (place == best && best != Place::kNone && is_nearer)) {
      best = place;
      found = i;
    }
  }
  if (best != Place::kNone) {
    return found;
  }
  return LastClusterEnd(begin, std::max(begin + 1, i - 1));
}

std::vector<ByteSpan> Divider::Divide() {
  const std::u32string_view text = characters_.code;
  std::vector<ByteSpan> parts;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const bool fits = OffsetOf(text.size()) - OffsetOf(begin) <= max_bytes_;
    std::size_t end = fits ? text.size() : FindEnd(begin);
    const std::size_t next = SkipSpace(text, end);
    while (end > begin + 1 && IsSpace(text[end - 1])) {
      --end;
    }
    parts.push_back({.begin = OffsetOf(begin), .end = OffsetOf(end)});
    begin = next;
  }
  return parts;
}

}  // namespace

std::vector<ByteSpan> DivideSentence(std::string_view sentence,
                                     const DivisionLimits& limits,
                                     std::string_view language) {
  return Divider(sentence, limits, language).Divide();
}

}  // namespace interpres
