#include "model/document/number_locale.h"

#include <unicode/dcfmtsym.h>
#include <unicode/locid.h>
#include <unicode/numberformatter.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/document/characters.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

constexpr std::size_t kGroupDigits = 3;
constexpr std::size_t kMaxDigits = 64;

struct PlainNumber {
  std::string whole;  // digits
  std::string decimals;
  bool is_grouped = false;
};

// Marks of a language: spaces of all kinds are U' '.
struct NumberMarks {
  char32_t decimal = 0;  // 0 if unknown
  char32_t group = 0;
};

char32_t MarkWithoutVariants(char32_t c) {
  return c == U'’' ? U'\'' : IsSpace(c) ? U' ' : c;
}

icu::Locale NumberLocaleOf(const std::string& language) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = icu::Locale::forLanguageTag(language, status);
  locale.setKeywordValue("numbers", "latn", status);
  return U_SUCCESS(status) != 0 ? locale : icu::Locale::getRoot();
}

NumberMarks MarksOf(const std::string& language) {
  if (language.empty()) {
    return {};
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::DecimalFormatSymbols symbols(NumberLocaleOf(language), status);
  if (U_FAILURE(status) != 0) {
    return {};
  }
  using Symbols = icu::DecimalFormatSymbols;
  const auto mark = [&](Symbols::ENumberFormatSymbol symbol) {
    const icu::UnicodeString& text = symbols.getConstSymbol(symbol);
    return MarkWithoutVariants(static_cast<char32_t>(text.char32At(0)));
  };
  return {.decimal = mark(Symbols::kDecimalSeparatorSymbol),
          .group = mark(Symbols::kGroupingSeparatorSymbol)};
}

// The digits of a number, and the marks between them.
struct DigitGroups {
  std::vector<std::string> groups = {""};
  std::u32string marks;
};

std::optional<DigitGroups> ReadDigitGroups(std::string_view number) {
  DigitGroups parts;
  for (const char32_t c : DecodeUtf8(number).code) {
    if (c >= U'0' && c <= U'9') {
      parts.groups.back().push_back(static_cast<char>(c));
      continue;
    }
    if (parts.groups.back().empty()) {
      return std::nullopt;
    }
    parts.marks.push_back(MarkWithoutVariants(c));
    parts.groups.emplace_back();
  }
  if (parts.marks.empty() || parts.groups.back().empty() ||
      number.size() > kMaxDigits) {
    return std::nullopt;
  }
  return parts;
}

// Returns the decimal mark of a number that has it as its last mark; 0 if all
// marks are marks of thousands; null if it is unknown.
std::optional<char32_t> DecimalMark(const DigitGroups& parts,
                                    const NumberMarks& marks) {
  const char32_t last = parts.marks.back();
  const bool is_grouped = parts.groups.back().size() == kGroupDigits;
  const bool differs = parts.marks.front() != last;
  if (last != U'.' && last != U',') {
    return 0;
  }
  if (marks.decimal != 0) {
    return last == marks.decimal ? last : char32_t{0};
  }
  if (differs || !is_grouped) {
    return last;
  }
  return parts.marks.size() > 1 ? std::optional<char32_t>(0) : std::nullopt;
}

std::optional<PlainNumber> ReadNumber(std::string_view number,
                                      const NumberMarks& marks) {
  const std::optional<DigitGroups> parts = ReadDigitGroups(number);
  const std::optional<char32_t> decimal =
      parts ? DecimalMark(*parts, marks) : std::nullopt;
  if (!decimal) {
    return std::nullopt;
  }
  std::vector<std::string> groups = parts->groups;
  std::u32string group_marks = parts->marks;
  PlainNumber result;
  if (*decimal != 0) {
    result.decimals = groups.back();
    groups.pop_back();
    group_marks.pop_back();
  }
  result.is_grouped = groups.size() > 1;
  const char32_t group = result.is_grouped ? group_marks[0] : 0;
  const bool is_usual =
      groups[0].size() <= kGroupDigits &&
      std::all_of(groups.begin() + 1, groups.end(), [](const std::string& g) {
        return g.size() == kGroupDigits;
      });
  if (result.is_grouped &&
      (!is_usual || group == *decimal || !IsOneOf(U".,' ", group) ||
       group_marks.find_first_not_of(group) != std::u32string::npos)) {
    return std::nullopt;
  }
  for (const std::string& digits : groups) {
    result.whole += digits;
  }
  const bool has_zero = result.whole.size() > 1 && result.whole[0] == '0';
  return has_zero ? std::nullopt : std::optional(result);
}

}  // namespace

std::string LocalizeNumber(std::string_view number,
                           const std::string& source_language,
                           const std::string& target_language) {
  const auto sign = static_cast<std::size_t>(MinusLength(number));
  const std::optional<PlainNumber> plain =
      target_language.empty()
          ? std::nullopt
          : ReadNumber(number.substr(sign), MarksOf(source_language));
  if (!plain) {
    return std::string(number);
  }
  UErrorCode status = U_ZERO_ERROR;
  const std::string value =
      plain->whole + (plain->decimals.empty() ? "" : "." + plain->decimals);
  std::string result;
  icu::number::NumberFormatter::withLocale(NumberLocaleOf(target_language))
      .grouping(plain->is_grouped ? UNUM_GROUPING_AUTO : UNUM_GROUPING_OFF)
      .precision(icu::number::Precision::fixedFraction(
          static_cast<int32_t>(plain->decimals.size())))
      .formatDecimal(value, status)
      .toString(status)
      .toUTF8String(result);
  return U_SUCCESS(status) != 0 ? std::string(number.substr(0, sign)) + result
                                : std::string(number);
}

}  // namespace interpres
