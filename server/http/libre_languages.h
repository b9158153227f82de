// The languages as LibreTranslate names them.

#ifndef INTERPRES_SERVER_HTTP_LIBRE_LANGUAGES_H_
#define INTERPRES_SERVER_HTTP_LIBRE_LANGUAGES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/service/translation_context.h"

namespace interpres {

struct LibreLanguage {
  std::string code = {};  // as served
  std::string name = {};  // in English
  // The codes of the languages that texts of this language can be translated
  // to, sorted. Contains `code` itself, because LibreTranslate returns texts
  // that are in the target language unchanged.
  std::vector<std::string> targets = {};
};

// Returns the languages that are the source or the target of a served pair,
// sorted by code.
std::vector<LibreLanguage> LibreLanguages(const TranslationContext& context);

// Returns the element of `languages` that is nearest to the client's `code`
// (NearestLanguage). Reads `pb` as pt-BR, `zh` as zh-Hans and `zt` as zh-Hant.
// Null if no element has this language. The result is valid as long as
// `languages`.
const LibreLanguage* FindLibreLanguage(
    const std::vector<LibreLanguage>& languages, std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_LIBRE_LANGUAGES_H_
