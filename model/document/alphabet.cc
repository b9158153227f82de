#include "model/document/alphabet.h"

#include <unicode/locid.h>
#include <unicode/ulocdata.h>
#include <unicode/uset.h>

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

}  // namespace interpres
