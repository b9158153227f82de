#include "model/markup/text_units.h"

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
      : characters_(DecodeUtf8(text)), cuts_(marks.cuts), words_(marks.words) {}

  std::vector<TextUnit> Divide();

 private:
  char32_t Char(std::size_t i) const { return At(characters_.code, i); }
  bool IsLetterAt(std::size_t i) const {
    return IsContent(Char(i)) || IsLetter(Char(i)) || IsEmoji(Char(i));
  }
  // Whether the character belongs to the character before it.
  bool IsMark(std::size_t i) const {
    return i < size() && IsLetter(Char(i)) && !IsContent(Char(i));
  }
  std::size_t size() const { return characters_.code.size(); }

  std::size_t EndOfWord(std::size_t begin) const;
  void Add(UnitKind kind, ByteSpan span);
  bool AddMarkedWord();
  void AddWord(std::size_t end);

  const Characters characters_;
  std::span<const int64_t> cuts_;
  std::span<const ByteSpan> words_;
  std::size_t at_ = 0;
  std::vector<TextUnit> units_;
};

std::size_t UnitDivider::EndOfWord(std::size_t begin) const {
  std::size_t end = begin + 1;
  const int64_t limit =
      words_.empty() ? characters_.offset.back() : words_[0].begin;
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

void UnitDivider::Add(UnitKind kind, ByteSpan span) {
  units_.push_back({.kind = kind,
                    .span = span,
                    .first_of_word = static_cast<int32_t>(units_.size()),
                    .is_wide = IsWide(Char(at_))});
}

// Adds the next of UnitMarks::words if it begins here.
bool UnitDivider::AddMarkedWord() {
  while (!words_.empty() && words_[0].begin < characters_.offset[at_]) {
    words_ = words_.subspan(1);
  }
  if (words_.empty() || words_[0].begin != characters_.offset[at_]) {
    return false;
  }
  std::size_t end = at_;
  while (end < size() && characters_.offset[end] < words_[0].end) {
    ++end;
  }
  AddWord(end);
  return true;
}

void UnitDivider::AddWord(std::size_t end) {
  const auto first = static_cast<int32_t>(units_.size());
  int64_t begin = characters_.offset[at_];
  while (!cuts_.empty() && cuts_[0] <= begin) {
    cuts_ = cuts_.subspan(1);
  }
  while (begin < characters_.offset[end]) {
    const bool is_cut = !cuts_.empty() && cuts_[0] < characters_.offset[end];
    const int64_t stop = is_cut ? cuts_[0] : characters_.offset[end];
    Add(UnitKind::kWord, {.begin = begin, .end = stop});
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
    if (AddMarkedWord()) {
      continue;
    }
    if (IsSpace(Char(at_))) {
      ++at_;
    } else if (IsLetterAt(at_)) {
      AddWord(EndOfWord(at_));
    } else {
      Add(UnitKind::kPunctuation, {.begin = characters_.offset[at_],
                                   .end = characters_.offset[at_ + 1]});
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
