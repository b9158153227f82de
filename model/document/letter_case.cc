#include "model/document/letter_case.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstddef>

#include "model/document/characters.h"

namespace interpres {
namespace {

constexpr int kLettersOfLongWord = 4;
constexpr int kCapitalsPerSmallLetter = 9;

icu::Locale LocaleOf(const std::string& language) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag(language, error);
  return U_SUCCESS(error) ? locale : icu::Locale::getRoot();
}

std::string ToUtf8(const icu::UnicodeString& text) {
  std::string bytes;
  text.toUTF8String(bytes);
  return bytes;
}

icu::UnicodeString FromUtf8(std::string_view text) {
  return icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

void CapitaliseFirst(icu::UnicodeString& text, const icu::Locale& locale) {
  int32_t first = 0;
  while (first < text.length() && !IsLetter(text.char32At(first))) {
    first = text.moveIndex32(first, 1);
  }
  const int32_t end = text.moveIndex32(first, 1);
  const icu::UnicodeString initial(text, first, end - first);
  text.replace(first, end - first, icu::UnicodeString(initial).toUpper(locale));
}

}  // namespace

bool IsInCapitals(std::string_view text) {
  int words = 0;
  int longest = 0;
  int capitals = 0;
  int small = 0;
  int letters = 0;  // of the word
  for (const char32_t c : DecodeUtf8(text).code) {
    capitals += IsUpper(c) ? 1 : 0;
    small += IsLower(c) ? 1 : 0;
    words += IsLetter(c) && letters == 0 ? 1 : 0;
    letters = IsLetter(c) ? letters + 1 : 0;
    longest = std::max(longest, letters);
  }
  return words >= 2 && longest >= kLettersOfLongWord && capitals > 0 &&
         small * kCapitalsPerSmallLetter <= capitals;
}

std::string InSentenceCase(std::string_view text, const std::string& language) {
  const icu::Locale locale = LocaleOf(language);
  icu::UnicodeString lower = FromUtf8(text).toLower(locale);
  CapitaliseFirst(lower, locale);
  return ToUtf8(lower);
}

std::string WithCapital(std::string_view text, const std::string& language) {
  icu::UnicodeString result = FromUtf8(text);
  CapitaliseFirst(result, LocaleOf(language));
  return ToUtf8(result);
}

std::string InCapitals(std::string_view text, const std::string& language) {
  return ToUtf8(FromUtf8(text).toUpper(LocaleOf(language)));
}

}  // namespace interpres
