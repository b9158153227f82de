#include "model/markup/unit_links.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "model/document/atom_finder.h"
#include "model/document/byte_span.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

using UnitKind = TextUnit::Kind;

// Bound the time of alignments whose spans cover many units.
constexpr int kMaxSpansOfUnit = 32;
constexpr int kMaxUnitsOfSpan = 8;

// The first unit after the unit `first` that belongs to another word.
std::size_t EndOfWord(const std::vector<TextUnit>& units, std::size_t first) {
  std::size_t end = first + 1;
  while (end < units.size() &&
         units[end].first_of_word == static_cast<int32_t>(first)) {
    ++end;
  }
  return end;
}

class Linker {
 public:
  Linker(const MarkedSegment& segment, const AlignedText& translation,
         const AtomOptions& atoms)
      : segment_(segment), translation_(translation), atoms_(atoms) {}

  UnitLinks Link();

 private:
  std::string_view WordOf(std::string_view text,
                          const std::vector<TextUnit>& units,
                          std::size_t first) const;
  void DivideSource();
  void SetAlignment();
  bool IsDivided(ByteSpan span) const;
  void AddWords(std::string_view text, UnitMarks& marks) const;
  void CutLikeSource(const UnitMarks& uncut, UnitMarks& marks) const;
  void DivideTarget();
  void AddVotes(ByteSpan source, UnitKind kind, int64_t bytes,
                std::map<int32_t, int64_t>& votes) const;
  int32_t Vote(std::size_t target, std::size_t& span) const;
  void LinkCutWord(std::size_t first, std::size_t end);
  void LinkByPosition();
  void SortTargets();

  const MarkedSegment& segment_;
  const AlignedText& translation_;
  const AtomOptions& atoms_;
  UnitLinks links_;
  // The alignment without spans that are not in order.
  std::vector<AlignedSpan> alignment_;
  // The protected spans of the source that an item divides.
  std::set<std::string> divided_;
  // The cut words of the source, with their first units.
  absl::flat_hash_map<std::string, std::vector<int32_t>> cut_words_;
};

std::string_view Linker::WordOf(std::string_view text,
                                const std::vector<TextUnit>& units,
                                std::size_t first) const {
  return BytesOf(text, {units[first].span.begin,
                        units[EndOfWord(units, first) - 1].span.end});
}

void Linker::DivideSource() {
  UnitMarks marks;
  for (const MarkupItem& item : segment_.items) {
    marks.cuts.push_back(item.position);
  }
  for (const Atom& atom : FindAtoms(segment_.text, atoms_)) {
    if (IsDivided(atom.span)) {
      divided_.insert(std::string(BytesOf(segment_.text, atom.span)));
    }
  }
  AddWords(segment_.text, marks);
  links_.source = DivideIntoUnits(segment_.text, marks);
  for (std::size_t i = 0; i < links_.source.size();) {
    const std::size_t end = EndOfWord(links_.source, i);
    if (end > i + 1) {
      cut_words_[std::string(WordOf(segment_.text, links_.source, i))]
          .push_back(static_cast<int32_t>(i));
    }
    i = end;
  }
}

void Linker::SetAlignment() {
  const auto target_size = static_cast<int64_t>(translation_.text.size());
  const auto source_size = static_cast<int64_t>(segment_.text.size());
  int64_t end = 0;
  for (AlignedSpan span : translation_.alignment) {
    span.target.begin = std::max(span.target.begin, end);
    span.target.end = std::min(span.target.end, target_size);
    span.source.begin = std::max<int64_t>(span.source.begin, 0);
    span.source.end = std::min(span.source.end, source_size);
    if (span.target.begin < span.target.end &&
        span.source.begin < span.source.end) {
      end = span.target.end;
      alignment_.push_back(span);
    }
  }
}

// Whether an item stands inside the bytes.
bool Linker::IsDivided(ByteSpan span) const {
  const auto item = std::ranges::upper_bound(segment_.items, span.begin, {},
                                             &MarkupItem::position);
  return item != segment_.items.end() && item->position < span.end;
}

// Makes each protected span of the text one word, so that no item divides it.
// Leaves out the spans that an item divides in the source.
void Linker::AddWords(std::string_view text, UnitMarks& marks) const {
  for (const Atom& atom : FindAtoms(text, atoms_)) {
    if (!divided_.contains(std::string(BytesOf(text, atom.span)))) {
      marks.words.push_back(atom.span);
    }
  }
}

// Adds the cuts inside the words of the target that the source cuts. `uncut`
// are the marks of the target without cuts.
void Linker::CutLikeSource(const UnitMarks& uncut, UnitMarks& marks) const {
  const std::string_view text = translation_.text;
  const std::vector<TextUnit> words = DivideIntoUnits(text, uncut);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = cut_words_.find(std::string(WordOf(text, words, i)));
    if (found == cut_words_.end()) {
      continue;
    }
    const auto first = static_cast<std::size_t>(found->second[0]);
    const std::size_t end = EndOfWord(links_.source, first);
    for (std::size_t unit = first + 1; unit < end; ++unit) {
      marks.cuts.push_back(words[i].span.begin +
                           links_.source[unit].span.begin -
                           links_.source[first].span.begin);
    }
  }
}

// Cuts words without spaces between them at the tokens, and the words that the
// source cuts, too.
void Linker::DivideTarget() {
  const std::string_view text = translation_.text;
  UnitMarks marks;
  AddWords(text, marks);
  const UnitMarks uncut = marks;
  for (const AlignedSpan& span : alignment_) {
    const Characters first = DecodeUtf8(text.substr(span.target.begin, 4));
    const char32_t c = first.code[0];
    if (IsSoutheastAsian(c) && IsContent(c)) {
      marks.cuts.push_back(span.target.begin);
    }
  }
  if (!cut_words_.empty()) {
    CutLikeSource(uncut, marks);
    std::ranges::sort(marks.cuts);
  }
  links_.target = DivideIntoUnits(text, marks);
}

// Adds `bytes` to the votes of the units of a kind that overlap `source`.
void Linker::AddVotes(ByteSpan source, UnitKind kind, int64_t bytes,
                      std::map<int32_t, int64_t>& votes) const {
  auto other =
      std::ranges::upper_bound(links_.source, source.begin, {},
                               [](const TextUnit& u) { return u.span.end; });
  for (int count = 0; other != links_.source.end() &&
                      other->span.begin < source.end && count < kMaxUnitsOfSpan;
       ++other, ++count) {
    if (other->kind == kind) {
      votes[static_cast<int32_t>(other - links_.source.begin())] += bytes;
    }
  }
}

// Returns the unit of the source that most bytes of a unit are aligned to. -1
// if it is unknown. `span` is the first element of the alignment that can
// overlap the unit, and advances.
int32_t Linker::Vote(std::size_t target, std::size_t& span) const {
  const TextUnit& unit = links_.target[target];
  while (span < alignment_.size() &&
         alignment_[span].target.end <= unit.span.begin) {
    ++span;
  }
  std::map<int32_t, int64_t> votes;
  for (std::size_t i = span;
       i < alignment_.size() && alignment_[i].target.begin < unit.span.end &&
       i < span + kMaxSpansOfUnit;
       ++i) {
    const int64_t bytes = std::min(alignment_[i].target.end, unit.span.end) -
                          std::max(alignment_[i].target.begin, unit.span.begin);
    AddVotes(alignment_[i].source, unit.kind, bytes, votes);
  }
  const auto best = std::ranges::max_element(
      votes, {}, [](const auto& vote) { return vote.second; });
  return best == votes.end() ? -1 : best->first;
}

// Links the parts of a word of the target that the source has with the same
// parts.
void Linker::LinkCutWord(std::size_t first, std::size_t end) {
  const std::string word(WordOf(translation_.text, links_.target, first));
  const auto found = cut_words_.find(word);
  if (found == cut_words_.end()) {
    return;
  }
  // The word that the alignment means, otherwise the first one.
  int32_t source = found->second[0];
  const int32_t voted = links_.source_of[first];
  if (voted >= 0 && std::ranges::binary_search(
                        found->second, links_.source[voted].first_of_word)) {
    source = links_.source[voted].first_of_word;
  }
  const std::size_t parts = EndOfWord(links_.source, source) - source;
  if (parts != end - first) {
    return;
  }
  for (std::size_t i = first; i < end; ++i) {
    links_.source_of[i] = source + static_cast<int32_t>(i - first);
  }
}

// Links the words in the order of the texts if the alignment is empty.
void Linker::LinkByPosition() {
  std::vector<int32_t> source;
  std::vector<std::size_t> target;
  for (std::size_t i = 0; i < links_.source.size(); ++i) {
    if (links_.source[i].kind == UnitKind::kWord) {
      source.push_back(static_cast<int32_t>(i));
    }
  }
  for (std::size_t i = 0; i < links_.target.size(); ++i) {
    if (links_.target[i].kind == UnitKind::kWord) {
      target.push_back(i);
    }
  }
  for (std::size_t i = 0; i < target.size() && !source.empty(); ++i) {
    links_.source_of[target[i]] = source[i * source.size() / target.size()];
  }
}

void Linker::SortTargets() {
  links_.target_begin.assign(links_.source.size() + 1, 0);
  for (const int32_t source : links_.source_of) {
    if (source >= 0) {
      ++links_.target_begin[source + 1];
    }
  }
  for (std::size_t i = 0; i < links_.source.size(); ++i) {
    links_.target_begin[i + 1] += links_.target_begin[i];
  }
  links_.targets.resize(links_.target_begin.back());
  std::vector<int32_t> next = links_.target_begin;
  for (std::size_t i = 0; i < links_.target.size(); ++i) {
    if (links_.source_of[i] >= 0) {
      links_.targets[next[links_.source_of[i]]++] = static_cast<int32_t>(i);
    }
  }
}

UnitLinks Linker::Link() {
  DivideSource();
  SetAlignment();
  DivideTarget();
  std::size_t span = 0;
  for (std::size_t i = 0; i < links_.target.size(); ++i) {
    links_.source_of.push_back(Vote(i, span));
  }
  if (alignment_.empty()) {
    LinkByPosition();
  }
  for (std::size_t i = 0; i < links_.target.size();) {
    const std::size_t end = EndOfWord(links_.target, i);
    if (end > i + 1) {
      LinkCutWord(i, end);
    }
    i = end;
  }
  SortTargets();
  return std::move(links_);
}

}  // namespace

UnitLinks LinkUnits(const MarkedSegment& segment,
                    const AlignedText& translation, const AtomOptions& atoms) {
  return Linker(segment, translation, atoms).Link();
}

}  // namespace interpres
