#include "model/language/language_code.h"

#include <unicode/locdspnm.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <cstddef>
#include <memory>

#include "absl/strings/ascii.h"

namespace interpres {
namespace {

// Longer codes have private extensions, which name no language.
constexpr std::size_t kMaxCodeBytes = 64;
// The region of codes such as `en_XX`, which means none.
constexpr std::string_view kNoRegion = "XX";
// ICU replaces Serbo-Croatian by Serbian in Latin script. A model for
// Serbo-Croatian also translates Croatian and Bosnian, so the code stays.
constexpr std::string_view kSerboCroatian = "sh";

bool IsSerboCroatian(std::string_view code) {
  std::string subtag(code.substr(0, code.find_first_of("-_")));
  absl::AsciiStrToLower(&subtag);
  return subtag == kSerboCroatian || subtag == "hbs";
}

icu::Locale LocaleOf(std::string_view code) {
  // A zero byte would end the code early.
  if (code.size() > kMaxCodeBytes ||
      code.find('\0') != std::string_view::npos) {
    return icu::Locale("");
  }
  return icu::Locale::createCanonical(std::string(code).c_str());
}

// Returns the name of a script under which languages are compared. A text in
// Hangul with some Chinese characters is Korean under both names.
std::string ScriptName(const char* script) {
  return std::string_view(script) == "Hang" ? "Kore" : script;
}

}  // namespace

std::optional<LanguageCode> ParseLanguageCode(std::string_view code) {
  icu::Locale locale = LocaleOf(code);
  const std::string language = locale.getLanguage();
  if (locale.isBogus() != 0 || language.empty() || language == "und") {
    return std::nullopt;
  }
  LanguageCode parsed{.language = language,
                      .script = {},
                      .region = std::string(locale.getCountry())};
  if (parsed.region == kNoRegion) {
    parsed.region.clear();
  }
  UErrorCode status = U_ZERO_ERROR;
  locale.addLikelySubtags(status);
  if (U_SUCCESS(status) != 0) {
    parsed.script = ScriptName(locale.getScript());
  }
  if (IsSerboCroatian(code)) {
    parsed.language = kSerboCroatian;
  }
  return parsed;
}

std::string LanguageNameIn(std::string_view display, std::string_view code) {
  const icu::Locale locale = LocaleOf(code);
  std::string name;
  if (locale.isBogus() == 0 && *locale.getLanguage() != '\0') {
    const icu::Locale shown = ParseLanguageCode(display)
                                  ? LocaleOf(display)
                                  : icu::Locale::getEnglish();
    const std::unique_ptr<icu::LocaleDisplayNames> names(
        icu::LocaleDisplayNames::createInstance(shown));
    icu::UnicodeString found;
    if (names != nullptr) {
      names->localeDisplayName(locale, found);
      found.toUTF8String(name);
    }
  }
  return name.empty() ? std::string(code) : name;
}

std::string LanguageName(std::string_view code) {
  return LanguageNameIn("en", code);
}

}  // namespace interpres
