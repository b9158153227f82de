#include "model/document/number_value.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "absl/strings/str_cat.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

constexpr std::size_t kThousand = 3;  // digits of a group

struct NumberParts {
  std::vector<std::string> groups;  // digits of ASCII
  std::u32string marks;             // one between two groups
  bool is_phone = false;
};

// Returns the mark, with one code for marks of one meaning.
char32_t UsualMark(char32_t c) {
  if (c == U'’') {
    return U'\'';
  }
  if (c == 0x066b) {
    return U'.';
  }
  if (c == 0x066c) {
    return U',';
  }
  return IsSpace(c) ? U' ' : c;
}

NumberParts ReadParts(std::string_view number) {
  NumberParts parts;
  bool in_group = false;
  char32_t mark = 0;
  for (const char32_t c : DecodeUtf8(number).code) {
    const int32_t value = u_charDigitValue(static_cast<UChar32>(c));
    if (value < 0) {
      parts.is_phone = parts.is_phone || c == U'+' || c == U'(';
      mark = in_group ? UsualMark(c) : mark;
      in_group = false;
      continue;
    }
    if (!in_group && !parts.groups.empty()) {
      parts.marks.push_back(mark);
    }
    if (!in_group) {
      parts.groups.emplace_back();
    }
    in_group = true;
    parts.groups.back().push_back(static_cast<char>('0' + value));
  }
  return parts;
}

std::string Joined(std::span<const std::string> groups,
                   std::string_view separator) {
  std::string joined;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    joined += i > 0 ? separator : "";
    joined += groups[i];
  }
  return joined;
}

// Returns whether the groups have these numbers of digits; 0 means one or two.
bool HasDigits(const NumberParts& parts,
               std::initializer_list<std::size_t> digits) {
  return std::ranges::equal(
      parts.groups, digits, [](const std::string& group, std::size_t count) {
        return count == 0 ? group.size() <= 2 : group.size() == count;
      });
}

bool HasOnlyMark(const NumberParts& parts, char32_t mark) {
  return parts.marks.find_first_not_of(mark) == std::u32string::npos;
}

bool IsPhone(const NumberParts& parts) {
  return parts.is_phone ||
         ((HasOnlyMark(parts, U'-') || HasOnlyMark(parts, U'.')) &&
          HasDigits(parts, {3, 3, 4})) ||
         (HasOnlyMark(parts, U'-') &&
          (HasDigits(parts, {3, 4}) || HasDigits(parts, {1, 3, 3, 4})));
}

bool IsDate(const NumberParts& parts) {
  return HasOnlyMark(parts, U'.') &&
         (HasDigits(parts, {0, 0, 4}) || HasDigits(parts, {4, 0, 0}) ||
          HasDigits(parts, {2, 2, 2}));
}

// The key of a time: the zero at its start does not count.
std::string TimeKey(const NumberParts& parts) {
  std::vector<std::string> groups = parts.groups;
  if (groups[0].size() == 2 && groups[0][0] == '0') {
    groups[0].erase(0, 1);
  }
  return "time " + Joined(groups, "|");
}

// Returns whether the groups are thousands. In India, groups before the last
// group have two digits.
bool AreThousands(std::span<const std::string> groups, char32_t mark) {
  const std::span<const std::string> inner = groups.subspan(1);
  const bool usual = groups[0].size() <= kThousand &&
                     std::ranges::all_of(inner, [](const std::string& group) {
                       return group.size() == kThousand;
                     });
  const bool indian =
      mark == U',' && inner.size() >= 2 && groups[0].size() < kThousand &&
      inner.back().size() == kThousand &&
      std::ranges::all_of(
          inner.first(inner.size() - 1),
          [](const std::string& group) { return group.size() == 2; });
  return usual || indian;
}

// Returns the keys of two groups with one mark, which can be a decimal mark.
std::vector<std::string> PairKeys(const NumberParts& parts) {
  const std::string& first = parts.groups[0];
  const std::string& second = parts.groups[1];
  const char32_t mark = parts.marks[0];
  std::vector<std::string> keys;
  if (AreThousands(parts.groups, mark) && first[0] != '0') {
    keys.push_back(first + second);
  }
  if (mark == U'.' || mark == U',') {
    keys.push_back(first + "." + second);
  }
  if (mark == U'.' && first.size() <= 2 && second.size() == 2 &&
      second < "60") {
    keys.push_back(TimeKey(parts));
  }
  if (keys.empty()) {
    keys.push_back("groups " + Joined(parts.groups, "|"));
  }
  return keys;
}

// Returns the key of three or more groups with marks of plain numbers.
std::string LongKey(const NumberParts& parts) {
  const std::span<const std::string> groups = parts.groups;
  const char32_t mark = parts.marks[0];
  if (HasOnlyMark(parts, mark)) {
    return AreThousands(groups, mark) ? Joined(groups, "")
                                      : "groups " + Joined(groups, "|");
  }
  const std::span<const std::string> whole = groups.first(groups.size() - 1);
  const bool is_decimal =
      parts.marks.find_first_not_of(mark) == parts.marks.size() - 1 &&
      AreThousands(whole, mark);
  return is_decimal ? Joined(whole, "") + "." + groups.back()
                    : "groups " + Joined(groups, "|");
}

// REQUIRES: the number has no minus sign.
std::vector<std::string> UnsignedKeys(std::string_view number) {
  const NumberParts parts = ReadParts(InDigits(number));
  if (parts.groups.empty()) {
    return {std::string(number)};
  }
  if (IsPhone(parts)) {
    return {"phone " + Joined(parts.groups, "")};
  }
  if (parts.groups.size() == 1) {
    return parts.groups;
  }
  if (parts.marks[0] == U':' || parts.marks[0] == U'h') {
    return {TimeKey(parts)};
  }
  if (IsDate(parts) ||
      parts.marks.find_first_of(U"/-:") != std::u32string::npos) {
    return {"groups " + Joined(parts.groups, "|")};
  }
  if (parts.groups.size() == 2) {
    return PairKeys(parts);
  }
  return {LongKey(parts)};
}

}  // namespace

bool IsMinus(char32_t c) { return c == U'-' || c == U'\u2212'; }

int64_t MinusLength(std::string_view number) {
  const CodePoint first = FirstCodePoint(number);
  return IsMinus(first.code) ? first.length : 0;
}

std::string InDigits(std::string_view number) {
  constexpr std::string_view kWord = " mil ";
  const std::size_t word = number.find(kWord);
  if (word == std::string_view::npos) {
    return std::string(number);
  }
  const std::string_view rest = number.substr(word + kWord.size());
  return std::string(number.substr(0, word)) +
         std::string(kThousand - std::min(kThousand, rest.size()), '0') +
         std::string(rest);
}

std::vector<std::string> NumberKeys(std::string_view number) {
  const auto sign = static_cast<std::size_t>(MinusLength(number));
  std::vector<std::string> keys = UnsignedKeys(number.substr(sign));
  for (std::string& key : keys) {
    key = sign > 0 ? absl::StrCat("-", key) : key;
  }
  return keys;
}

bool SameNumber(std::string_view a, std::string_view b) {
  const std::vector<std::string> others = NumberKeys(b);
  return std::ranges::any_of(NumberKeys(a), [&](const std::string& key) {
    return std::ranges::find(others, key) != others.end();
  });
}

}  // namespace interpres
