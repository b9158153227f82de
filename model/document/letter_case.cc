#include "model/document/letter_case.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>

#include "model/document/characters.h"

namespace interpres {
namespace {

constexpr int kLettersOfLongWord = 4;
constexpr int kCapitalsPerSmallLetter = 9;
// A name in capitals has at most this many words.
constexpr int kWordsOfName = 4;
constexpr int kWordsOfTitle = 4;
constexpr int kLongWordsOfTitle = 2;

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

struct LetterCounts {
  int words = 0;
  int longest_word = 0;  // letters
  int capitals = 0;
  int small = 0;
};

// Counts the letters of the text. Stops after the small letter that exceeds
// `max_small`, so that only the beginning of a usual sentence is counted.
LetterCounts CountLetters(std::string_view text, int64_t max_small) {
  LetterCounts counts;
  int letters = 0;  // of the word
  for (const char32_t c : DecodeUtf8(text).code) {
    counts.capitals += IsUpper(c) ? 1 : 0;
    counts.small += IsLower(c) ? 1 : 0;
    counts.words += IsLetter(c) && letters == 0 ? 1 : 0;
    letters = IsLetter(c) ? letters + 1 : 0;
    counts.longest_word = std::max(counts.longest_word, letters);
    if (counts.small > max_small) {
      break;
    }
  }
  return counts;
}

bool IsApostrophe(char32_t c) { return c == U'\'' || c == U'\u2019'; }

// Words that are small inside an English title.
bool IsSmallWord(std::string_view word) {
  static const auto* const words = new std::set<std::string_view>{
      "a",    "an", "and", "as", "at", "but", "by",  "for", "from", "in",
      "into", "is", "nor", "of", "on", "or",  "per", "the", "to",   "with"};
  return words->contains(word);
}

bool IsOfLanguage(const std::string& code, const std::string& language) {
  return code == language || code.starts_with(language + "-");
}

}  // namespace

bool IsInCapitals(std::string_view text) {
  // Every capital is at least one byte, so that more small letters are too
  // many.
  const LetterCounts counts =
      CountLetters(text, std::ssize(text) / (kCapitalsPerSmallLetter + 1));
  const bool is_sentence =
      counts.words > kWordsOfName ||
      (counts.words >= 2 && counts.longest_word >= kLettersOfLongWord);
  return is_sentence && counts.capitals > 0 &&
         counts.small * kCapitalsPerSmallLetter <= counts.capitals;
}

bool MayBeInCapitals(std::string_view text) {
  const LetterCounts counts = CountLetters(text, /*max_small=*/0);
  return counts.capitals >= kLettersOfLongWord && counts.small == 0 &&
         counts.words <= kWordsOfName;
}

std::vector<std::string_view> FindWords(std::string_view text) {
  const Characters characters = DecodeUtf8(text);
  const std::u32string& code = characters.code;
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < code.size();) {
    if (!IsLetter(code[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (IsLetter(At(code, end)) ||
           (IsApostrophe(At(code, end)) && IsLetter(At(code, end + 1)))) {
      ++end;
    }
    words.push_back(text.substr(characters.offset[i],
                                characters.offset[end] - characters.offset[i]));
    i = end;
  }
  return words;
}

std::string ReplaceWords(
    std::string_view text,
    absl::FunctionRef<std::string(std::string_view, bool)> replacement) {
  std::string result;
  const char* copied = text.data();
  for (const std::string_view word : FindWords(text)) {
    const bool is_first = copied == text.data();
    result.append(copied, word.data());
    result += replacement(word, is_first);
    copied = word.data() + word.size();
  }
  result.append(copied, text.data() + text.size());
  return result;
}

bool IsInTitleCase(std::string_view text, const std::string& language) {
  if (IsOfLanguage(language, "de")) {
    return false;
  }
  const std::vector<std::string_view> words = FindWords(text);
  int titled = 0;
  for (const std::string_view word : words) {
    const std::u32string code = DecodeUtf8(word).code;
    if (std::ssize(code) < kLettersOfLongWord) {
      continue;
    }
    if (!IsUpper(code.front())) {
      return false;
    }
    titled += IsLower(code[1]) ? 1 : 0;
  }
  return std::ssize(words) >= kWordsOfTitle && titled >= kLongWordsOfTitle;
}

std::string InSmallLetters(std::string_view text, const std::string& language) {
  return ToUtf8(FromUtf8(text).toLower(LocaleOf(language)));
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

std::string WordInTitleCase(std::string_view word, bool is_first,
                            const std::string& language) {
  const bool is_small =
      IsOfLanguage(language, "en") && !is_first && IsSmallWord(word);
  return is_small ? std::string(word) : WithCapital(word, language);
}

std::string InTitleCase(std::string_view text, const std::string& language) {
  return ReplaceWords(text, [&](std::string_view word, bool is_first) {
    return WordInTitleCase(word, is_first, language);
  });
}

bool WritesTitles(const std::string& language) {
  return IsOfLanguage(language, "en");
}

std::string InCaseOf(LetterCase source, std::string translation,
                     const std::string& language) {
  switch (source) {
    case LetterCase::kCapitals:
      return InCapitals(translation, language);
    case LetterCase::kTitle:
      return WritesTitles(language) ? InTitleCase(translation, language)
                                    : translation;
    case LetterCase::kUsual:
      break;
  }
  return translation;
}

}  // namespace interpres
