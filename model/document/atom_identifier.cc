#include "model/document/atom_identifier.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace interpres {
namespace {

constexpr int64_t kMinHash = 7;
constexpr int64_t kMaxHash = 128;
constexpr int64_t kMaxLettersAfterNumber = 3;
constexpr int kMaxByte = 255;
constexpr int64_t kMaxIpV6 = 45;
constexpr int64_t kMaxVersionParts = 8;

constexpr std::array<std::string_view, 12> kVersionSuffixes = {
    "alpha",    "beta",     "rc",    "pre",     "preview", "dev",
    "snapshot", "SNAPSHOT", "final", "release", "RC",      "stable"};

bool IsHex(char c) {
  return IsAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int64_t HexEnd(const AtomText& text, int64_t begin, int64_t max_digits) {
  int64_t end = begin;
  while (end - begin < max_digits && IsHex(text.At(end))) {
    ++end;
  }
  return end;
}

// Returns the end of four numbers up to 255 with dots between them.
int64_t IpV4End(const AtomText& text, int64_t begin) {
  int64_t i = begin;
  for (int part = 0; part < 4; ++part) {
    const int64_t end = text.DigitsEnd(i);
    int value = 0;
    for (const char c : text.Bytes(i, std::min(end, i + 4))) {
      value = value * 10 + (c - '0');
    }
    if (end == i || end - i > 3 || value > kMaxByte ||
        (part < 3 && text.At(end) != '.')) {
      return begin;
    }
    i = part < 3 ? end + 1 : end;
  }
  const bool goes_on = text.At(i) == '.' && IsAsciiDigit(text.At(i + 1));
  return goes_on || text.JoinsAfter(i) ? begin : i;
}

// Adds the number after `mark`, if there is one.
int64_t WithNumber(const AtomText& text, int64_t end, char mark) {
  const int64_t after = text.DigitsEnd(end + 1);
  return text.At(end) == mark && after > end + 1 && !text.JoinsAfter(after)
             ? after
             : end;
}

int64_t IpV6End(const AtomText& text, int64_t begin) {
  int64_t end = begin;
  while (end - begin <= kMaxIpV6 &&
         (IsHex(text.At(end)) || text.At(end) == ':')) {
    ++end;
  }
  if (end - begin > kMaxIpV6) {
    return begin;
  }
  if (text.At(end - 1) == ':' && text.At(end - 2) != ':') {
    --end;
  }
  const std::string_view bytes = text.Bytes(begin, std::max(begin, end));
  const std::size_t shortened = bytes.find("::");
  const bool is_short = shortened != std::string_view::npos;
  if (is_short && bytes.find("::", shortened + 1) != std::string_view::npos) {
    return begin;
  }
  int64_t groups = 0;
  int64_t digits = 0;
  for (const char c : bytes) {
    digits = c == ':' ? 0 : digits + 1;
    groups += digits == 1 ? 1 : 0;
    if (digits > 4) {
      return begin;
    }
  }
  const bool has_number = std::ranges::any_of(bytes, IsAsciiDigit);
  const bool is_address =
      is_short ? groups >= 1 && groups <= 7 && has_number
               : groups == 8 && bytes[0] != ':' && bytes.back() != ':';
  return is_address && !text.JoinsAfter(end) ? end : begin;
}

// Returns whether the numbers are a date or have only groups of three digits.
bool IsDateOrLargeNumber(const std::vector<int64_t>& digits) {
  if (digits.size() == 3 && digits[0] <= 2 && digits[1] <= 2 &&
      (digits[2] == 4 ||
       (digits[0] == 2 && digits[1] == 2 && digits[2] == 2))) {
    return true;
  }
  if (digits.size() == 3 && digits[0] == 4 && digits[1] <= 2 &&
      digits[2] <= 2) {
    return true;
  }
  return digits[0] <= 3 &&
         std::all_of(digits.begin() + 1, digits.end(),
                     [](int64_t count) { return count == 3; });
}

// Returns the end of `-rc1`, `rc1`, `-alpha.1` or `+build.5` at `begin`.
int64_t SuffixEnd(const AtomText& text, int64_t begin) {
  int64_t word = begin;
  if (text.At(begin) == '-' || text.At(begin) == '+') {
    ++word;
  }
  int64_t end = word;
  while (IsAsciiContent(text.At(end)) || (text.At(end) == '.' && end > word &&
                                          IsAsciiContent(text.At(end + 1)))) {
    ++end;
  }
  const std::string_view suffix = text.Bytes(word, end);
  const std::string_view name = suffix.substr(
      0, std::ranges::find_if_not(suffix, IsAsciiLetter) - suffix.begin());
  const bool is_known =
      std::ranges::find(kVersionSuffixes, name) != kVersionSuffixes.end();
  const bool is_build = text.At(begin) == '+' && !suffix.empty();
  const bool is_letter = name.size() == 1 && word == begin;
  return is_known || is_build || is_letter ? end : begin;
}

}  // namespace

int64_t UuidEnd(const AtomText& text, int64_t begin) {
  constexpr std::array<int64_t, 5> kGroups = {8, 4, 4, 4, 12};
  int64_t i = begin;
  for (std::size_t group = 0; group < kGroups.size(); ++group) {
    if (group > 0 && text.At(i++) != '-') {
      return begin;
    }
    const int64_t end = HexEnd(text, i, kGroups[group]);
    if (end - i != kGroups[group]) {
      return begin;
    }
    i = end;
  }
  return text.JoinsAfter(i) ? begin : i;
}

int64_t MacAddressEnd(const AtomText& text, int64_t begin) {
  constexpr int kGroups = 6;
  const char mark = text.At(begin + 2);
  if ((mark != ':' && mark != '-') || text.ContinuesRun(begin, ":-")) {
    return begin;
  }
  int64_t i = begin;
  for (int group = 0; group < kGroups; ++group) {
    if (group > 0 && text.At(i++) != mark) {
      return begin;
    }
    const int64_t end = HexEnd(text, i, 2);
    if (end - i != 2) {
      return begin;
    }
    i = end;
  }
  const bool has_letter =
      std::ranges::any_of(text.Bytes(begin, i), IsAsciiLetter);
  const bool goes_on = text.At(i) == mark && IsAsciiWord(text.At(i + 1));
  return (has_letter || mark == ':') && !goes_on && !text.JoinsAfter(i) ? i
                                                                        : begin;
}

int64_t HashEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin) == '0' && text.At(begin + 1) == 'x') {
    const int64_t end = HexEnd(text, begin + 2, kMaxHash);
    return end > begin + 2 && !text.JoinsAfter(end) ? end : begin;
  }
  const int64_t end = HexEnd(text, begin, kMaxHash);
  if (end - begin < kMinHash || text.JoinsAfter(end)) {
    return begin;
  }
  const std::string_view bytes = text.Bytes(begin, end);
  const bool has_letter = std::ranges::any_of(bytes, IsAsciiLetter);
  const bool has_digit = std::ranges::any_of(bytes, IsAsciiDigit);
  const int64_t number = text.DigitsEnd(begin);
  const bool is_number =
      number > begin && end - number <= kMaxLettersAfterNumber &&
      std::ranges::all_of(text.Bytes(number, end), IsAsciiLetter);
  return has_letter && has_digit && !is_number ? end : begin;
}

int64_t IpAddressEnd(const AtomText& text, int64_t begin) {
  if (text.ContinuesRun(begin, ".:") || text.JoinsBefore(begin) ||
      text.At(begin - 1) == ':') {
    return begin;
  }
  int64_t end = IpV4End(text, begin);
  if (end > begin) {
    end = WithNumber(text, end, ':');
    return WithNumber(text, end, '/');
  }
  end = IpV6End(text, begin);
  return end > begin ? WithNumber(text, end, '/') : begin;
}

int64_t VersionEnd(const AtomText& text, int64_t begin) {
  if (text.ContinuesRun(begin, ".,")) {
    return begin;
  }
  const bool is_marked = text.At(begin) == 'v' || text.At(begin) == 'V';
  std::vector<int64_t> digits;
  int64_t end = begin;
  for (int64_t i = begin + (is_marked ? 1 : 0);;) {
    const int64_t number = text.DigitsEnd(i);
    if (number == i) {
      break;
    }
    digits.push_back(number - i);
    end = number;
    if (text.At(number) != '.') {
      break;
    }
    i = number + 1;
  }
  const auto parts = static_cast<int64_t>(digits.size());
  const bool is_version =
      parts <= kMaxVersionParts &&
      (text.At(begin) == 'v' ? parts >= 1
       : is_marked           ? parts >= 2
                             : parts >= 3 && !IsDateOrLargeNumber(digits));
  if (!is_version) {
    return begin;
  }
  if (parts > 1 || text.At(end) == '-') {
    end = SuffixEnd(text, end);
  }
  if (text.At(end) == '+') {
    end = SuffixEnd(text, end);
  }
  return text.JoinsAfter(end) ? begin : end;
}

}  // namespace interpres
