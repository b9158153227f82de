#include "model/document/cldr_abbreviations.h"

#include <unicode/localpointer.h>
#include <unicode/udata.h>
#include <unicode/unistr.h>
#include <unicode/ures.h>

#include <algorithm>
#include <string_view>

#include "model/document/characters.h"

namespace interpres {
namespace {

// ICU's break iterator with these lists also finds them at the ends of words:
// the German list has `r.`, so that no sentence could end with `er.`. This file
// therefore reads the lists, and the tables look up whole words.
constexpr const char* kPackage =
    U_ICUDATA_NAME U_TREE_SEPARATOR_STRING "brkitr";

icu::LocalUResourceBundlePointer Open(const std::string& language) {
  UErrorCode status = U_ZERO_ERROR;
  icu::LocalUResourceBundlePointer list(
      ures_openDirect(kPackage, language.c_str(), &status));
  for (const char* key : {"exceptions", "SentenceBreak"}) {
    list.adoptInstead(ures_getByKey(list.getAlias(), key, nullptr, &status));
  }
  if (U_FAILURE(status) != 0) {
    list.adoptInstead(nullptr);
  }
  return list;
}

bool BeginsInLowerCase(std::string_view word) {
  const std::u32string code = DecodeUtf8(word).code;
  return !code.empty() && IsLower(code[0]);
}

}  // namespace

std::vector<std::string> CldrAbbreviations(const std::string& language) {
  std::vector<std::string> words;
  const icu::LocalUResourceBundlePointer list = Open(language);
  const int32_t size = list.isNull() ? 0 : ures_getSize(list.getAlias());
  for (int32_t i = 0; i < size; ++i) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    const UChar* const found =
        ures_getStringByIndex(list.getAlias(), i, &length, &status);
    if (U_FAILURE(status) != 0) {
      continue;
    }
    std::string word;
    icu::UnicodeString(found, length).toUTF8String(word);
    std::erase(word, ' ');
    if (word.ends_with('.') && BeginsInLowerCase(word)) {
      word.pop_back();
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace interpres
