// Codes of languages as users write them.

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_

#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// The parts of a code of BCP 47 in their canonical form.
struct LanguageCode {
  // Two letters if the language has such a code, otherwise three: `es`, `ast`.
  // Deprecated codes are replaced: `he` for `iw`.
  std::string language;
  // The script that the code states, otherwise the usual script of the language
  // in the region: `Hant` for `zh-TW`. Empty if ICU knows no script.
  std::string script;
  // The region that the code states: `MX`, `419`. Empty if it states none.
  std::string region;
};

// Parses a code: any case, `-` or `_`, two or three letters (`spa`, `ger`),
// deprecated codes (`iw`), codes of models (`zho_Hans`, `en_XX`). Returns null
// if the code names no language, for example "", `und` or `-`. Never fails on a
// language that ICU does not know.
std::optional<LanguageCode> ParseLanguageCode(std::string_view code);

// Returns the name of a code in the language `display`, as a list shows it:
// "espagnol" for `es` in `fr`. Returns the English name if `display` names no
// language, and the code itself if ICU knows no name.
std::string LanguageNameIn(std::string_view display, std::string_view code);

// Returns the English name of a code: "Spanish (Mexico)" for `es_MX`. Returns
// the code itself if ICU knows no name.
std::string LanguageName(std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_
