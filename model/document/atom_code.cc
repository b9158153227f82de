#include "model/document/atom_code.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace interpres {
namespace {

constexpr std::size_t kMinCamel = 5;
constexpr int64_t kMinRandom = 20;

constexpr std::size_t kMaxDesignation = 12;
constexpr std::size_t kMaxDesignationLetters = 5;
constexpr std::size_t kMinKey = 8;
constexpr std::size_t kMinLongKey = 15;
constexpr int64_t kMinGroup = 3;
constexpr int64_t kMaxGroup = 8;
constexpr int kMinGroups = 3;

// Codes of currencies that are written directly before an amount.
constexpr std::array<std::string_view, 18> kCurrencies = {
    "USD", "EUR", "GBP", "JPY", "CHF", "CNY", "RMB", "INR", "MXN",
    "BRL", "CAD", "AUD", "NZD", "HKD", "SGD", "ARS", "CLP", "COP"};

// Signs of currencies, which are no variables.
constexpr std::array<std::string_view, 7> kDollars = {
    "US", "USD", "CAD", "AUD", "NZD", "HKD", "SGD"};

int64_t BackticksEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin - 1) == '`' || text.JoinsBefore(begin)) {
    return begin;
  }
  int64_t content = begin;
  while (text.At(content) == '`') {
    ++content;
  }
  const int64_t close = text.CloseBackticks(begin);
  const int64_t end = close + content - begin;
  return close > content && !text.JoinsAfter(end) ? end : begin;
}

// Returns whether a word has an underscore between letters or digits, or is a
// name in two pairs of underscores.
bool HasUnderscore(std::string_view word) {
  const std::size_t first = word.find_first_not_of('_');
  const std::size_t last = word.find_last_not_of('_');
  if (first == std::string_view::npos) {
    return false;
  }
  const std::string_view name = word.substr(first, last + 1 - first);
  const bool is_special = first == 2 && word.size() - last == 3 &&
                          std::ranges::none_of(name, IsAsciiUpper);
  const std::size_t underscore = name.find('_');
  return is_special || (underscore != std::string_view::npos &&
                        name.find("___") == std::string_view::npos &&
                        std::ranges::any_of(name, IsAsciiLetter));
}

bool IsCamelCase(std::string_view word) {
  return word.size() >= kMinCamel && IsAsciiLower(word[0]) &&
         IsAsciiLower(word[1]) && std::ranges::any_of(word, IsAsciiUpper);
}

bool IsCapitalOrDigit(char c) { return IsAsciiUpper(c) || IsAsciiDigit(c); }

// Returns whether a letter follows a digit. REQUIRES: the word has letters and
// digits only.
bool HasLetterBehindDigit(std::string_view word) {
  return std::ranges::find_if_not(std::ranges::find_if(word, IsAsciiDigit),
                                  word.end(), IsAsciiDigit) != word.end();
}

// Returns whether the word is a name of capitals and digits, such as `H1N1`, or
// a key. An amount of money (`EUR20`) is a number.
bool IsDesignation(std::string_view word) {
  const std::size_t letters =
      std::ranges::find_if_not(word, IsAsciiUpper) - word.begin();
  if (letters == 0 || letters == word.size() ||
      !std::ranges::all_of(word, IsCapitalOrDigit)) {
    return false;
  }
  const bool is_name =
      letters <= kMaxDesignationLetters && word.size() <= kMaxDesignation &&
      std::ranges::find(kCurrencies, word.substr(0, letters)) ==
          kCurrencies.end();
  const bool is_key = word.size() >= kMinKey && HasLetterBehindDigit(word);
  return is_name || is_key || word.size() >= kMinLongKey;
}

// Returns whether a word of small letters has a digit inside, such as `x8f`.
bool IsSmallKey(std::string_view word) {
  return !word.empty() && IsAsciiLower(word[0]) &&
         std::ranges::all_of(
             word, [](char c) { return IsAsciiLower(c) || IsAsciiDigit(c); }) &&
         HasLetterBehindDigit(word);
}

// Returns the end of groups of capitals and digits with a hyphen between them;
// `begin` if there are fewer than three.
int64_t GroupsEnd(const AtomText& text, int64_t begin) {
  if (text.At(begin - 1) == '-') {
    return begin;
  }
  int64_t end = begin;
  int groups = 0;
  for (int64_t i = begin;; i = end + 1) {
    const int64_t group_end = text.WordEnd(i);
    if (group_end - i < kMinGroup || group_end - i > kMaxGroup ||
        !std::ranges::all_of(text.Bytes(i, group_end), IsCapitalOrDigit)) {
      return begin;
    }
    end = group_end;
    ++groups;
    if (text.At(end) != '-') {
      break;
    }
  }
  const std::string_view all = text.Bytes(begin, end);
  const bool is_code = groups >= kMinGroups && !text.JoinsAfter(end) &&
                       std::ranges::any_of(all, IsAsciiUpper) &&
                       std::ranges::any_of(all, IsAsciiDigit);
  return is_code ? end : begin;
}

// Returns the end of names with `.`, `::` or `->` between them and `()` after
// them; `begin` without such a call.
int64_t CallEnd(const AtomText& text, int64_t begin) {
  if (text.ContinuesRun(begin, ".") || text.At(begin - 1) == ':' ||
      text.At(begin - 1) == '>') {
    return begin;
  }
  for (int64_t i = begin; !IsAsciiDigit(text.At(i));) {
    const int64_t end = text.WordEnd(i);
    if (end == i) {
      break;
    }
    if (text.Has(end, "()")) {
      return text.JoinsAfter(end + 2) ? begin : end + 2;
    }
    if (text.At(end) == '.') {
      i = end + 1;
    } else if (text.Has(end, "::") || text.Has(end, "->")) {
      i = end + 2;
    } else {
      break;
    }
  }
  return begin;
}

// Returns whether `--` at `begin` is a dash and no flag: a capital follows
// (`--Hola, Juan`), or the dash touches the word before it (`en tren-- y`).
bool IsDash(const AtomText& text, int64_t begin) {
  const char before = text.At(begin - 1);
  return text.Has(begin, "--") && text.At(begin + 2) != '-' && before != '-' &&
         (IsAsciiUpper(text.At(begin + 2)) ||
          (IsAsciiContent(before) && !IsAsciiContent(text.At(begin + 2))));
}

// Returns whether a dash is near, as in prose with dashes.
bool IsNearDash(const AtomText& text, int64_t begin) {
  constexpr int64_t kNear = 100;  // bytes
  for (int64_t i = std::max<int64_t>(begin - kNear, 0);
       i < std::min(begin + kNear, text.size()); ++i) {
    if (IsDash(text, i)) {
      return true;
    }
  }
  return false;
}

int64_t FlagEnd(const AtomText& text, int64_t begin) {
  if (!text.Has(begin, "--") || !IsAsciiLetter(text.At(begin + 2)) ||
      text.At(begin - 1) == '-' || text.JoinsBefore(begin)) {
    return begin;
  }
  int64_t end = begin + 2;
  bool is_word = true;  // of letters: it can be a word of prose
  while (IsAsciiWord(text.At(end)) ||
         (text.At(end) == '-' && IsAsciiContent(text.At(end + 1)))) {
    is_word = is_word && IsAsciiLetter(text.At(end));
    ++end;
  }
  if (text.JoinsAfter(end)) {
    return begin;
  }
  return is_word && text.At(end) != '=' && IsNearDash(text, begin) ? begin
                                                                   : end;
}

int64_t VariableEnd(const AtomText& text, int64_t begin) {
  const int64_t end = text.WordEnd(begin + 1);
  const std::string_view name = text.Bytes(begin + 1, end);
  const bool is_variable = name.size() >= 2 &&
                           (IsAsciiLetter(name[0]) || name[0] == '_') &&
                           std::ranges::any_of(name, IsAsciiLetter) &&
                           std::ranges::find(kDollars, name) == kDollars.end();
  return is_variable && !text.JoinsBefore(begin) && !text.JoinsAfter(end)
             ? end
             : begin;
}

// The class of a character: capital, small letter, digit or other.
int CharacterClassOf(char c) {
  return IsAsciiUpper(c) ? 1 : IsAsciiLower(c) ? 2 : IsAsciiDigit(c) ? 3 : 0;
}

// A word whose characters often change between capitals, small letters and
// digits is random.
int64_t RandomEnd(const AtomText& text, int64_t begin) {
  constexpr std::string_view kMarks = "+/_-=";
  if (kMarks.find(text.At(begin - 1)) != std::string_view::npos) {
    return begin;
  }
  int64_t end = begin;
  int64_t changes = 0;
  std::array<bool, 4> has = {};
  while (IsAsciiWord(text.At(end)) ||
         kMarks.find(text.At(end)) != std::string_view::npos) {
    const int now = CharacterClassOf(text.At(end));
    const int before = end > begin ? CharacterClassOf(text.At(end - 1)) : now;
    changes += now != 0 && before != 0 && now != before ? 1 : 0;
    has[now] = true;
    ++end;
  }
  const bool is_random = end - begin >= kMinRandom && has[1] && has[2] &&
                         has[3] && changes * 4 >= end - begin &&
                         !text.JoinsAfter(end);
  return is_random ? end : begin;
}

// Returns the end of the number of a bank account, in groups of four:
// `DE89 3704 0044 0532 0130 00`. Returns `begin` if no such number is there.
int64_t AccountEnd(const AtomText& text, int64_t begin) {
  constexpr int64_t kGroup = 4;
  constexpr int64_t kMinCharacters = 15;
  constexpr int64_t kMaxCharacters = 34;
  const std::string_view country =
      text.Bytes(begin, std::min(begin + kGroup, text.size()));
  if (std::ssize(country) < kGroup || !IsAsciiUpper(country[0]) ||
      !IsAsciiUpper(country[1]) || !IsAsciiDigit(country[2]) ||
      !IsAsciiDigit(country[3])) {
    return begin;
  }
  int64_t end = begin + kGroup;
  int64_t characters = kGroup;
  while (text.At(end) == ' ' && characters % kGroup == 0) {
    const int64_t group = end + 1;
    const int64_t group_end = text.WordEnd(group);
    const bool is_group =
        group_end > group && group_end - group <= kGroup &&
        characters + group_end - group <= kMaxCharacters &&
        std::ranges::all_of(text.Bytes(group, group_end), IsCapitalOrDigit);
    if (!is_group || text.JoinsAfter(group_end)) {
      break;
    }
    characters += group_end - group;
    end = group_end;
  }
  return characters >= kMinCharacters && !text.JoinsAfter(end) ? end : begin;
}

int64_t WordCodeEnd(const AtomText& text, int64_t begin) {
  const int64_t call = CallEnd(text, begin);
  const int64_t end = text.WordEnd(begin);
  const std::string_view word = text.Bytes(begin, end);
  const bool is_code =
      !text.JoinsAfter(end) && (HasUnderscore(word) || IsCamelCase(word) ||
                                IsDesignation(word) || IsSmallKey(word));
  return std::max({call, RandomEnd(text, begin), AccountEnd(text, begin),
                   GroupsEnd(text, begin), is_code ? end : begin});
}

}  // namespace

int64_t CodeEnd(const AtomText& text, int64_t begin) {
  switch (text.At(begin)) {
    case '`':
      return BackticksEnd(text, begin);
    case '-':
      return FlagEnd(text, begin);
    case '$':
      return VariableEnd(text, begin);
    default:
      return IsAsciiWord(text.At(begin)) ? WordCodeEnd(text, begin) : begin;
  }
}

}  // namespace interpres
