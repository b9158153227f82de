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
  // The languages that texts can be translated to, sorted. Has the language
  // itself, because LibreTranslate returns such texts unchanged.
  std::vector<std::string> targets = {};
};

// Returns the languages that are a source or a target, sorted by code.
std::vector<LibreLanguage> LibreLanguages(const TranslationContext& context);

// Returns the language that a client means: the code in any spelling, or `pb`
// (pt-BR), `zh` (zh-Hans) or `zt` (zh-Hant). Null if the language is not in the
// list.
const LibreLanguage* FindLibreLanguage(
    const std::vector<LibreLanguage>& languages, std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_LIBRE_LANGUAGES_H_
