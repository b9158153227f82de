#include "model/document/atom_text.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>

#include "model/base/utf8.h"

namespace interpres {
namespace {

constexpr int64_t kMaxBackticks = 3;

// The variation selectors and the keycap, which are marks of emoji.
bool IsEmojiMark(char32_t c) {
  return (c >= 0xfe00 && c <= 0xfe0f) || c == 0x20e3;
}

bool ComputeJoins(char32_t c) {
  if (c < 0x80) {
    return IsAsciiWord(static_cast<char>(c));
  }
  return (IsLetter(c) || IsDigit(c)) && !IsWide(c) && !IsHangul(c) &&
         !IsSoutheastAsian(c) && !IsEmojiMark(c);
}

// The characters of the basic plane that join words.
constexpr std::size_t kTableSize = 0x10000;
using JoinTable = std::bitset<kTableSize>;

JoinTable MakeJoinTable() {
  JoinTable table;
  for (std::size_t c = 0; c < kTableSize; ++c) {
    table.set(c, ComputeJoins(static_cast<char32_t>(c)));
  }
  return table;
}

// Returns the partner of `open` in sorted pairs; `open` without a partner.
int64_t PartnerOf(const std::vector<std::pair<int64_t, int64_t>>& pairs,
                  int64_t open) {
  const auto found = std::ranges::lower_bound(
      pairs, open, {}, [](const auto& pair) { return pair.first; });
  return found != pairs.end() && found->first == open ? found->second : open;
}

}  // namespace

bool IsHangul(char32_t c) {
  return (c >= 0xac00 && c <= 0xd7ff) || (c >= 0x1100 && c <= 0x11ff) ||
         (c >= 0x3130 && c <= 0x318f);
}

bool JoinsWords(char32_t c) {
  static const auto* const joins = new JoinTable(MakeJoinTable());
  return c < kTableSize ? joins->test(c) : ComputeJoins(c);
}

char32_t AtomText::CodeBefore(int64_t i) const {
  if (i <= 0) {
    return U' ';
  }
  int64_t begin = i - 1;
  while (begin > 0 && i - begin < 4 && IsUtf8Continuation(bytes_[begin])) {
    --begin;
  }
  const CodePoint c = CodeAt(begin);
  return begin + c.length == i ? c.code : char32_t{0xfffd};
}

bool AtomText::JoinsBefore(int64_t i) const {
  const char c = At(i - 1);
  return static_cast<unsigned char>(c) < 0x80 ? IsAsciiWord(c)
                                              : JoinsWords(CodeBefore(i));
}

bool AtomText::JoinsAfter(int64_t i) const {
  const char c = At(i);
  return static_cast<unsigned char>(c) < 0x80 ? IsAsciiWord(c)
                                              : JoinsWords(CodeAt(i).code);
}

int64_t AtomText::WordEnd(int64_t begin) const {
  while (IsAsciiWord(At(begin))) {
    ++begin;
  }
  return begin;
}

int64_t AtomText::DigitsEnd(int64_t begin) const {
  while (IsAsciiDigit(At(begin))) {
    ++begin;
  }
  return begin;
}

AtomText::Pairs AtomText::FindBraces() const {
  Pairs pairs;
  std::vector<int64_t> open;
  for (int64_t i = 0; i < size(); ++i) {
    if (bytes_[i] == '{') {
      open.push_back(i);
    } else if (bytes_[i] == '}' && !open.empty()) {
      pairs.emplace_back(open.back(), i);
      open.pop_back();
    }
  }
  std::ranges::sort(pairs);
  return pairs;
}

AtomText::Pairs AtomText::FindBackticks() const {
  Pairs pairs;
  // The last run of each length that has no partner yet.
  std::array<int64_t, kMaxBackticks + 1> last = {-1, -1, -1, -1};
  for (int64_t i = 0; i < size(); ++i) {
    const int64_t begin = i;
    while (At(i) == '`') {
      ++i;
    }
    const int64_t length = i - begin;
    if (length == 0 || length > kMaxBackticks) {
      continue;
    }
    if (last[length] >= 0) {
      pairs.emplace_back(last[length], begin);
    }
    last[length] = begin;
  }
  std::ranges::sort(pairs);
  return pairs;
}

int64_t AtomText::CloseBrace(int64_t open) const {
  if (!braces_) {
    braces_ = FindBraces();
  }
  return PartnerOf(*braces_, open);
}

int64_t AtomText::CloseBackticks(int64_t open) const {
  if (!backticks_) {
    backticks_ = FindBackticks();
  }
  return PartnerOf(*backticks_, open);
}

}  // namespace interpres
