#include "model/document/alphabet.h"

#include <unicode/locid.h>
#include <unicode/ulocdata.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>

#include <algorithm>
#include <array>

#include "model/document/characters.h"

namespace interpres {
namespace {

void AppendLetters(UChar32 first, UChar32 last, std::u32string& letters) {
  for (UChar32 c = first; c <= last; ++c) {
    if (IsLetter(static_cast<char32_t>(c))) {
      letters.push_back(static_cast<char32_t>(c));
    }
  }
}

// Returns the letters in the set. Strings of several characters are left out.
std::u32string LettersOf(const USet* set) {
  std::u32string letters;
  for (int32_t i = 0; i < uset_getItemCount(set); ++i) {
    UChar32 first = 0;
    UChar32 last = 0;
    UErrorCode error = U_ZERO_ERROR;
    const int32_t string_size =
        uset_getItem(set, i, &first, &last, nullptr, 0, &error);
    if (string_size == 0) {
      AppendLetters(first, last, letters);
    }
  }
  return letters;
}

// A UScriptCode.
int32_t ScriptOf(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  return uscript_getScript(static_cast<UChar32>(c), &error);
}

// Adds the scripts that a language is written in: Hangul and Chinese characters
// for Korean.
void AddScripts(const std::string& language, std::set<int32_t>& scripts) {
  std::array<UScriptCode, 8> codes{};
  UErrorCode error = U_ZERO_ERROR;
  const int32_t count =
      uscript_getCode(language.c_str(), codes.data(),
                      static_cast<int32_t>(codes.size()), &error);
  if (U_SUCCESS(error) != 0) {
    scripts.insert(codes.begin(), codes.begin() + count);
  }
}

// The Latin letters of words, from À to ɏ and from Ḁ to ỿ: normalisers turn
// other ones, such as ﬁ and Ａ, into usual letters.
bool IsInLatinWords(char32_t c) {
  return (c >= 0xc0 && c < 0x250) || (c >= 0x1e00 && c < 0x1f00);
}

}  // namespace

std::u32string AlphabetOf(const std::string& language) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag(language, error);
  const icu::LocalULocaleDataPointer data(
      ulocdata_open(locale.getName(), &error));
  // The default is the language of this computer, which the model need not
  // know.
  if (U_FAILURE(error) != 0 || error == U_USING_DEFAULT_WARNING) {
    return U"";
  }
  const icu::LocalUSetPointer set(
      ulocdata_getExemplarSet(data.getAlias(), nullptr, USET_ADD_CASE_MAPPINGS,
                              ULOCDATA_ES_STANDARD, &error));
  return U_FAILURE(error) != 0 ? U"" : LettersOf(set.getAlias());
}

Alphabets::Alphabets(const std::vector<std::string>& languages) {
  for (const std::string& language : languages) {
    const std::u32string letters = AlphabetOf(language);
    if (letters.empty()) {
      letters_.clear();
      return;
    }
    letters_ += letters;
  }
  std::sort(letters_.begin(), letters_.end());
  for (const char32_t c : letters_) {
    scripts_.insert(ScriptOf(c));
  }
  for (const std::string& language : languages) {
    AddScripts(language, scripts_);
  }
}

bool Alphabets::IsForeign(char32_t c) const {
  constexpr char32_t kFirstForeign = 0xc0;  // after the ordinal signs ª and º
  if (c < kFirstForeign || letters_.empty() || !IsLetter(c)) {
    return false;
  }
  const int32_t script = ScriptOf(c);
  if (script == USCRIPT_LATIN) {
    return IsInLatinWords(c) &&
           !std::binary_search(letters_.begin(), letters_.end(), c);
  }
  // A letter that scripts share says nothing. The alphabet of another script
  // may have its common letters only, such as the alphabet of Chinese.
  return !IsSharedLetter(c) && !scripts_.contains(script);
}

bool IsSharedLetter(char32_t c) {
  const int32_t script = ScriptOf(c);
  return IsLetter(c) &&
         (script == USCRIPT_COMMON || script == USCRIPT_INHERITED);
}

}  // namespace interpres
