// Codes of languages as users write them.

#ifndef INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_
#define INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_

#include <optional>
#include <string>
#include <string_view>

namespace interpres {

// The parts of a code of BCP 47 in their canonical form.
struct LanguageCode {
  // The code of the language: two letters if the language has such a code,
  // otherwise usually three (`es`, `ast`). `he` for the deprecated `iw`, but
  // `sh` for Serbo-Croatian. Never empty in a result of ParseLanguageCode.
  std::string language;
  // The script (ISO 15924) that the code states, otherwise the usual script of
  // the language in the region: `Hant` for `zh-TW`. `Kore` for Hangul. Empty if
  // ICU knows no script.
  std::string script;
  // The region that the code states: `MX`, `419`. Empty if the code states no
  // region, or `XX`.
  std::string region;
};

// Parses the code of a language: any case, `-` or `_`, two or three letters
// (`spa`, `ger`), deprecated codes (`iw`), codes of models (`zho_Hans`,
// `en_XX`). Returns null if the code names no language, for example "", `und`
// or `-`, or has more than 64 bytes or a zero byte. Accepts well-formed codes
// of languages that ICU does not know.
std::optional<LanguageCode> ParseLanguageCode(std::string_view code);

// Returns the name of the language `code` in the language `display`, as a list
// shows the name: "espagnol" for `es` in `fr`. Returns the English name if
// `display` names no language, and `code` itself if ICU knows no name.
std::string LanguageNameIn(std::string_view display, std::string_view code);

// Returns the English name of the language `code`: "Spanish (Mexico)" for
// `es_MX`. Returns `code` itself if ICU knows no name.
std::string LanguageName(std::string_view code);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_LANGUAGE_CODE_H_
