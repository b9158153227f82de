#include "model/document/atom_number.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "model/document/number_scale.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxGroups = 16;
constexpr int64_t kMinPhone = 7;
constexpr int64_t kMaxPhone = 15;
constexpr int64_t kLastYear = 2100;

// Digits, and the mark between them and the next digits.
struct NumberGroup {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t digits = 0;
  char32_t mark = 0;  // 0 if no mark with digits after it follows
};

struct NumberGroups {
  std::array<NumberGroup, kMaxGroups> group;
  std::size_t count = 0;

  const NumberGroup& operator[](std::size_t i) const { return group[i]; }
};

// Returns the length of the digit at `i`; 0 if no digit is there.
int64_t DigitLength(const AtomText& text, int64_t i) {
  const char byte = text.At(i);
  if (static_cast<unsigned char>(byte) < 0x80) {
    return IsAsciiDigit(byte) ? 1 : 0;
  }
  const CodePoint c = text.CodeAt(i);
  return IsDigit(c.code) ? c.length : 0;
}

NumberGroup ReadDigits(const AtomText& text, int64_t begin) {
  NumberGroup group = {.begin = begin, .end = begin};
  for (int64_t length = DigitLength(text, begin); length > 0;
       length = DigitLength(text, group.end)) {
    group.end += length;
    ++group.digits;
  }
  return group;
}

// Returns the mark, with one code for marks of one meaning; 0 for others.
char32_t MarkOfNumber(char32_t c) {
  switch (c) {
    case U'’':
      return U'\'';
    case 0x066b:  // Arabic decimal mark
      return U'.';
    case 0x066c:  // Arabic mark of thousands
      return U',';
    default:
      return IsOneOf(U".,':/-h \u00a0\u2009\u202f", c) ? c : 0;
  }
}

NumberGroups ReadGroups(const AtomText& text, int64_t begin) {
  NumberGroups groups;
  while (groups.count < kMaxGroups) {
    NumberGroup& group = groups.group[groups.count++];
    group = ReadDigits(text, begin);
    const CodePoint c = text.CodeAt(group.end);
    const int64_t next = group.end + c.length;
    const bool has_next =
        c.length > 0 && next < text.size() && IsDigit(text.CodeAt(next).code);
    group.mark = has_next ? MarkOfNumber(c.code) : 0;
    if (group.mark == 0 || groups.count == kMaxGroups) {
      group.mark = 0;
      break;
    }
    begin = next;
  }
  return groups;
}

bool IsSpaceMark(char32_t mark) {
  return IsOneOf(U" \u00a0\u2009\u202f", mark) && mark != 0;
}

// Returns whether the first groups have these numbers of digits, with `mark`
// between them and not after them. A number of 0 means one or two digits.
bool HasShape(const NumberGroups& groups, std::initializer_list<int64_t> digits,
              char32_t mark) {
  if (groups.count < digits.size()) {
    return false;
  }
  std::size_t i = 0;
  for (const int64_t count : digits) {
    const NumberGroup& group = groups[i++];
    const bool is_last = i == digits.size();
    if ((count == 0 ? group.digits > 2 : group.digits != count) ||
        (group.mark == mark) == is_last) {
      return false;
    }
  }
  return true;
}

// Returns the number of groups of a date, a telephone number, the number of a
// card, a time or a fraction; 0 if the number is none of these.
std::size_t SpecialCount(const AtomText& text, const NumberGroups& groups) {
  for (const char32_t mark : {U'-', U'/', U'.'}) {
    if (HasShape(groups, {4, 0, 0}, mark) ||
        HasShape(groups, {0, 0, 4}, mark) ||
        (mark != U'-' && HasShape(groups, {2, 2, 2}, mark))) {
      return 3;
    }
  }
  for (const char32_t mark : {U'-', U'.'}) {
    if (HasShape(groups, {3, 3, 4}, mark)) {
      return 3;
    }
  }
  if (HasShape(groups, {1, 3, 3, 4}, U'-') ||
      HasShape(groups, {4, 4, 4, 4}, U'-') ||
      HasShape(groups, {4, 4, 4, 4}, U' ')) {
    return 4;
  }
  const char32_t mark = groups[0].mark;
  if (mark == U'h' && HasShape(groups, {0, 2}, mark)) {
    return text.JoinsAfter(groups[1].end) ? 0 : 2;
  }
  if (mark != U':' && mark != U'/') {
    return 0;
  }
  const std::size_t max_count = groups[0].digits > 3 && mark == U':' ? 1 : 3;
  std::size_t count = 1;
  while (count < max_count && count < groups.count &&
         groups[count - 1].mark == mark &&
         (mark == U'/' || groups[count].digits <= 3)) {
    ++count;
  }
  const bool has_fraction = mark == U':' && count == 3 && groups.count > 3 &&
                            (groups[2].mark == U'.' || groups[2].mark == U',');
  return count < 2 ? 0 : count + (has_fraction ? 1 : 0);
}

// Returns whether three and four digits with a hyphen are a telephone number
// and not a range.
bool IsShortPhone(const AtomText& text, const NumberGroups& groups) {
  if (!HasShape(groups, {3, 4}, U'-')) {
    return false;
  }
  int64_t last = 0;
  for (const char c : text.Bytes(groups[1].begin, groups[1].end)) {
    last = IsAsciiDigit(c) ? last * 10 + (c - '0') : last;
  }
  return text.Bytes(groups[0].begin, groups[0].end) == "555" ||
         (last > kLastYear && last % 100 != 0);
}

// Returns the number of groups of three digits after the first group.
std::size_t ThousandsCount(const NumberGroups& groups) {
  const char32_t mark = groups[0].mark;
  if (mark == 0 || groups[0].digits > 3 ||
      (!IsSpaceMark(mark) && !IsOneOf(U".,'", mark))) {
    return 0;
  }
  std::size_t count = 0;
  while (count + 1 < groups.count && groups[count].mark == mark &&
         groups[count + 1].digits == 3) {
    ++count;
  }
  return count;
}

// NumberGroups of two digits, then one of three: 12,34,567.
std::size_t IndianCount(const NumberGroups& groups) {
  std::size_t count = 0;
  while (count + 1 < groups.count && groups[count].mark == U',' &&
         groups[count + 1].digits == 2) {
    ++count;
  }
  const bool ends = count > 0 && groups[0].digits <= 2 &&
                    count + 1 < groups.count && groups[count].mark == U',' &&
                    groups[count + 1].digits == 3;
  return ends ? count + 1 : 0;
}

// Returns the end of a number with groups of thousands and decimals.
int64_t PlainEnd(const NumberGroups& groups) {
  const char32_t mark = groups[0].mark;
  const std::size_t last =
      std::max(ThousandsCount(groups), IndianCount(groups));
  const char32_t decimal = groups[last].mark;
  const bool has_decimals =
      (decimal == U'.' || decimal == U',') && last + 1 < groups.count &&
      (last == 0 || decimal != mark) && groups[last + 1].mark != decimal;
  return groups[last + (has_decimals ? 1 : 0)].end;
}

// `17 mil 280`: thousands in words, as Spanish writes them, and the rest in
// digits. Returns the end of the first digits if the number is another one.
int64_t MixedEnd(const AtomText& text, const NumberGroup& thousands) {
  constexpr std::string_view kThousand = " mil ";
  constexpr int64_t kMaxDigits = 3;
  const auto is_part = [&](const NumberGroup& group) {
    return group.digits > 0 && group.digits <= kMaxDigits && group.mark == 0 &&
           text.At(group.begin) != '0';
  };
  if (!is_part(thousands) || !text.Has(thousands.end, kThousand)) {
    return thousands.end;
  }
  const NumberGroup rest =
      ReadGroups(text, thousands.end + std::ssize(kThousand))[0];
  return is_part(rest) && !text.JoinsAfter(rest.end) ? rest.end : thousands.end;
}

// `+34 912 345 678`: groups with single marks between them.
int64_t InternationalEnd(const AtomText& text, int64_t begin) {
  if (text.JoinsBefore(begin) || !IsAsciiDigit(text.At(begin + 1))) {
    return begin;
  }
  int64_t end = text.DigitsEnd(begin + 1);
  int64_t digits = end - begin - 1;
  while (digits < kMaxPhone) {
    int64_t i = end;
    const CodePoint mark = text.CodeAt(i);
    i += IsOneOf(U" .-\u00a0", mark.code) ? mark.length : 0;
    const bool has_bracket = text.At(i) == '(';
    const int64_t group = i + (has_bracket ? 1 : 0);
    const int64_t group_end = text.DigitsEnd(group);
    if (i == end || group_end - group < (has_bracket ? 1 : 2) ||
        digits + group_end - group > kMaxPhone ||
        (has_bracket && text.At(group_end) != ')')) {
      break;
    }
    digits += group_end - group;
    end = group_end + (has_bracket ? 1 : 0);
  }
  if (text.At(end - 1) == ')' || digits < kMinPhone || digits > kMaxPhone) {
    return begin;
  }
  return end;
}

// `(555) 123-4567`
int64_t BracketPhoneEnd(const AtomText& text, int64_t begin) {
  const int64_t area = text.DigitsEnd(begin + 1);
  if (area - begin != 4 || text.At(area) != ')' || text.JoinsBefore(begin)) {
    return begin;
  }
  const int64_t first = area + (text.At(area + 1) == ' ' ? 2 : 1);
  const int64_t mark = text.DigitsEnd(first);
  const int64_t end = text.DigitsEnd(mark + 1);
  const bool is_phone =
      mark - first == 3 && end - mark == 5 &&
      (text.At(mark) == '-' || text.At(mark) == ' ' || text.At(mark) == '.');
  return is_phone ? end : begin;
}

// Returns 1 if a space follows a letter of Korean at `i`, else 0.
int64_t KoreanSpaceLength(const AtomText& text, int64_t i) {
  return text.At(i) == ' ' && IsHangul(text.CodeBefore(i)) ? 1 : 0;
}

// Returns whether a number of Chinese, Japanese or Korean is the number of a
// month, or a part of a number such as `1億2000万` or `1억 2000만`.
bool IsMonthOrPart(const AtomText& text, int64_t begin, int64_t end) {
  const char32_t next = text.CodeAt(end).code;
  if (next == U'月' || next == U'월') {
    return true;
  }
  int64_t behind = end;
  for (CodePoint c = text.CodeAt(behind); ZerosOfCharacter(c.code) > 0;
       c = text.CodeAt(behind)) {
    behind += c.length;
  }
  const int64_t gap = KoreanSpaceLength(text, behind);
  if (behind > end && DigitLength(text, behind + gap) > 0) {
    return true;
  }
  const int64_t last = begin - KoreanSpaceLength(text, begin - 1);
  int64_t before = last;
  while (ZerosOfCharacter(text.CodeBefore(before)) > 0) {
    constexpr int64_t kBytesOfCharacter = 3;
    before -= kBytesOfCharacter;
  }
  return before < last && IsDigit(text.CodeBefore(before));
}

// Returns whether the letters after a number make it an ordinal or a decade.
bool IsRewritten(const AtomText& text, int64_t begin, int64_t end) {
  constexpr std::array<std::string_view, 26> kSuffixes = {
      "st", "nd", "rd", "th", "ST", "ND", "RD", "TH", "er", "re", "ère", "ème",
      "eme", "ers", "nde", "e", "es",
      // Spanish: 1ro, 1ra, 2do, 2da, 4to, 4ta, 7mo, 8vo, 9no
      "ro", "ra", "do", "da", "to", "ta", "mo", "vo", "no"};
  const CodePoint next = text.CodeAt(end);
  if (next.code == U'º' || next.code == U'ª' ||
      (next.code == U'.' && (text.Has(end, ".º") || text.Has(end, ".ª")))) {
    return true;
  }
  if (!text.JoinsAfter(end)) {
    // 1-й, 90-х
    const CodePoint letter = text.CodeAt(end + next.length);
    return next.code == U'-' && letter.code >= 0x400 && letter.code < 0x530;
  }
  const bool is_decade = text.At(end) == 's' && !text.JoinsAfter(end + 1) &&
                         text.At(end - 1) == '0' && end - begin >= 2;
  return is_decade ||
         std::ranges::any_of(kSuffixes, [&](std::string_view suffix) {
           return text.Has(end, suffix) &&
                  !text.JoinsAfter(end + static_cast<int64_t>(suffix.size()));
         });
}

// Returns the length of the minus sign at `begin` that belongs to the digit
// behind it; 0 without such a sign. A mark between words or numbers is no sign:
// `COVID-19`, `10-12`, `5% -10%`.
int64_t SignLength(const AtomText& text, int64_t begin) {
  const CodePoint sign = text.CodeAt(begin);
  if (!IsMinus(sign.code) || DigitLength(text, begin + sign.length) == 0) {
    return 0;
  }
  const char32_t before = text.CodeBefore(begin);
  const char32_t last =
      text.At(begin - 1) == ' ' ? text.CodeBefore(begin - 1) : U' ';
  const bool is_behind_number = IsDigit(last) || IsOneOf(U"%°€", last);
  const bool can_begin = IsSpace(before) || IsOpenBracket(before) ||
                         IsOneOf(U"\"'“‘«=<>≤≥≈~", before);
  return can_begin && !is_behind_number ? sign.length : 0;
}

// REQUIRES: a digit stands at `begin`.
NumberMatch FindDigits(const AtomText& text, int64_t begin) {
  const NumberGroups groups = ReadGroups(text, begin);
  const std::size_t special = SpecialCount(text, groups);
  int64_t end = PlainEnd(groups);
  if (special > 0) {
    end = groups[special - 1].end;
  } else if (IsShortPhone(text, groups)) {
    end = groups[1].end;
  } else if (end == groups[0].end) {
    end = MixedEnd(text, groups[0]);
  }
  // Digits in a word (`mp3`) or in a list without spaces (`1,2,3`). A time may
  // follow the letter of ISO 8601.
  const bool is_in_list =
      text.ContinuesRun(begin, ",.") && IsAsciiDigit(text.At(begin - 2));
  const bool is_time = special > 0 && text.At(begin - 1) == 'T';
  if (is_in_list || (text.JoinsBefore(begin) && !is_time)) {
    end = groups[0].end;
  }
  return {.end = end,
          .is_atom = !IsRewritten(text, begin, end) &&
                     !IsMonthOrPart(text, begin, end)};
}

}  // namespace

NumberMatch FindNumber(const AtomText& text, int64_t begin) {
  if (text.At(begin) == '+') {
    return {.end = InternationalEnd(text, begin)};
  }
  if (text.At(begin) == '(') {
    return {.end = BracketPhoneEnd(text, begin)};
  }
  if (DigitLength(text, begin) > 0) {
    return FindDigits(text, begin);
  }
  const int64_t sign = SignLength(text, begin);
  return sign > 0 ? FindDigits(text, begin + sign) : NumberMatch{.end = begin};
}

std::vector<ByteSpan> FindRewrittenNumbers(std::string_view text) {
  const AtomText atom_text(text);
  std::vector<ByteSpan> found;
  for (int64_t i = 0; i < atom_text.size();) {
    if (!IsAsciiDigit(atom_text.At(i)) || atom_text.JoinsBefore(i)) {
      ++i;
      continue;
    }
    const NumberMatch number = FindNumber(atom_text, i);
    if (number.end > i && !number.is_atom) {
      found.push_back({.begin = i, .end = number.end});
    }
    i = std::max(number.end, i + 1);
  }
  return found;
}

}  // namespace interpres
