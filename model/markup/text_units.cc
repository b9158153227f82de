#include "model/markup/text_units.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "model/document/characters.h"

namespace interpres {
namespace {

using UnitKind = TextUnit::Kind;

// Marks that can be inside a word, a number or an address.
constexpr std::u32string_view kConnectors = U"'’-.,:/@_&·‑";

class UnitDivider {
 public:
  UnitDivider(std::string_view text, const UnitMarks& marks)
      : characters_(DecodeUtf8(text)),
        cuts_(marks.cuts),
        objects_(marks.objects),
        words_(marks.words) {}

  std::vector<TextUnit> Divide();

 private:
  char32_t Char(std::size_t i) const { return At(characters_.code, i); }
  bool IsLetterAt(std::size_t i) const {
    return IsContent(Char(i)) || IsLetter(Char(i)) || IsEmoji(Char(i));
  }
  // Removes the spans that begin before the next character. Returns whether the
  // first of the others begins there.
  bool BeginsHere(std::span<const ByteSpan>& spans) const;
  // Returns the index of the first character from `begin` on that is not in
  // front of `offset`.
  std::size_t IndexOf(int64_t offset, std::size_t begin) const;
  // Whether the character belongs to the character before it.
  bool IsMark(std::size_t i) const {
    return i < size() && IsLetter(Char(i)) && !IsContent(Char(i));
  }
  std::size_t size() const { return characters_.code.size(); }

  std::size_t EndOfWord(std::size_t begin) const;
  void Add(UnitKind kind, ByteSpan span, bool is_wide);
  bool AddObject();
  bool AddMarkedWord();
  void AddWord(std::size_t end);

  const Characters characters_;
  std::span<const int64_t> cuts_;
  std::span<const ByteSpan> objects_;
  std::span<const ByteSpan> words_;
  std::size_t at_ = 0;
  std::vector<TextUnit> units_;
};

std::size_t UnitDivider::EndOfWord(std::size_t begin) const {
  std::size_t end = begin + 1;
  int64_t limit = characters_.offset.back();
  for (const std::span<const ByteSpan> marks : {objects_, words_}) {
    limit = marks.empty() ? limit : std::min(limit, marks[0].begin);
  }
  while (end < size() && characters_.offset[end] < limit) {
    const char32_t c = Char(end);
    const bool is_wide = IsWide(c) || IsWide(Char(end - 1));
    const bool is_connected =
        IsOneOf(kConnectors, c) && IsContent(Char(end - 1)) &&
        IsContent(Char(end + 1)) && !IsWide(Char(end + 1));
    if (!IsMark(end) && (is_wide || !(IsLetterAt(end) || is_connected))) {
      break;
    }
    ++end;
  }
  return end;
}

void UnitDivider::Add(UnitKind kind, ByteSpan span, bool is_wide) {
  units_.push_back({.kind = kind,
                    .span = span,
                    .first_of_word = static_cast<int32_t>(units_.size()),
                    .is_wide = is_wide});
}

bool UnitDivider::BeginsHere(std::span<const ByteSpan>& spans) const {
  while (!spans.empty() && spans[0].begin < characters_.offset[at_]) {
    spans = spans.subspan(1);
  }
  return !spans.empty() && spans[0].begin == characters_.offset[at_];
}

std::size_t UnitDivider::IndexOf(int64_t offset, std::size_t begin) const {
  while (begin < size() && characters_.offset[begin] < offset) {
    ++begin;
  }
  return begin;
}

// Adds the next object if it begins here.
bool UnitDivider::AddObject() {
  if (!BeginsHere(objects_)) {
    return false;
  }
  Add(UnitKind::kObject, objects_[0], false);
  at_ = IndexOf(objects_[0].end, at_);
  return true;
}

// Adds the next of UnitMarks::words if it begins here.
bool UnitDivider::AddMarkedWord() {
  if (!BeginsHere(words_)) {
    return false;
  }
  AddWord(IndexOf(words_[0].end, at_));
  return true;
}

void UnitDivider::AddWord(std::size_t end) {
  const bool is_wide = IsWide(Char(at_));
  const auto first = static_cast<int32_t>(units_.size());
  int64_t begin = characters_.offset[at_];
  while (!cuts_.empty() && cuts_[0] <= begin) {
    cuts_ = cuts_.subspan(1);
  }
  while (begin < characters_.offset[end]) {
    const bool is_cut = !cuts_.empty() && cuts_[0] < characters_.offset[end];
    const int64_t stop = is_cut ? cuts_[0] : characters_.offset[end];
    Add(UnitKind::kWord, {.begin = begin, .end = stop}, is_wide);
    units_.back().first_of_word = first;
    while (!cuts_.empty() && cuts_[0] <= stop) {
      cuts_ = cuts_.subspan(1);
    }
    begin = stop;
  }
  at_ = end;
}

std::vector<TextUnit> UnitDivider::Divide() {
  while (at_ < size()) {
    if (AddObject() || AddMarkedWord()) {
      continue;
    }
    if (IsSpace(Char(at_))) {
      ++at_;
    } else if (IsLetterAt(at_)) {
      AddWord(EndOfWord(at_));
    } else {
      Add(UnitKind::kPunctuation,
          {.begin = characters_.offset[at_],
           .end = characters_.offset[at_ + 1]},
          IsWide(Char(at_)));
      ++at_;
    }
  }
  return std::move(units_);
}

}  // namespace

std::vector<TextUnit> DivideIntoUnits(std::string_view text,
                                      const UnitMarks& marks) {
  return UnitDivider(text, marks).Divide();
}

}  // namespace interpres
