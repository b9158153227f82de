#include "model/document/sentence_language.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/ascii.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;

constexpr std::array<std::pair<std::string_view, Language>, 37> kCodes = {{
    {"", Language::kUnknown},           {"und", Language::kUnknown},
    {"en", Language::kEnglish},         {"eng", Language::kEnglish},
    {"es", Language::kSpanish},         {"spa", Language::kSpanish},
    {"de", Language::kGerman},          {"deu", Language::kGerman},
    {"ger", Language::kGerman},         {"fr", Language::kFrench},
    {"fra", Language::kFrench},         {"fre", Language::kFrench},
    {"it", Language::kItalian},         {"ita", Language::kItalian},
    {"pt", Language::kPortuguese},      {"por", Language::kPortuguese},
    {"ru", Language::kRussian},         {"rus", Language::kRussian},
    {"pl", Language::kPolish},          {"pol", Language::kPolish},
    {"cs", Language::kCzech},           {"ces", Language::kCzech},
    {"cze", Language::kCzech},          {"nl", Language::kDutch},
    {"nld", Language::kDutch},          {"dut", Language::kDutch},
    {"sv", Language::kSwedish},         {"swe", Language::kSwedish},
    {"da", Language::kDanishNorwegian}, {"dan", Language::kDanishNorwegian},
    {"no", Language::kDanishNorwegian}, {"nor", Language::kDanishNorwegian},
    {"nb", Language::kDanishNorwegian}, {"nob", Language::kDanishNorwegian},
    {"nn", Language::kDanishNorwegian}, {"nno", Language::kDanishNorwegian},
}};

constexpr std::string_view kWithOrdinalDots[] = {"bs", "et", "fi",  "hr", "hu",
                                                 "is", "lb", "lv",  "sk", "sl",
                                                 "sr", "tr", "dsb", "hsb"};

// Codes of Chinese and Japanese.
constexpr std::string_view kWithoutSpaces[] = {"zh",  "zho", "chi", "cmn",
                                               "yue", "wuu", "ja",  "jpn"};

}  // namespace

std::string LanguageSubtag(std::string_view code) {
  std::string subtag(code.substr(0, code.find_first_of("-_")));
  absl::AsciiStrToLower(&subtag);
  return subtag;
}

bool OmitsSpaces(std::string_view code) {
  return std::ranges::find(kWithoutSpaces, LanguageSubtag(code)) !=
         std::end(kWithoutSpaces);
}

SentenceLanguage SentenceLanguageOf(std::string_view code) {
  const std::string subtag = LanguageSubtag(code);
  for (const auto& [name, language] : kCodes) {
    if (name == subtag) {
      return language;
    }
  }
  return std::ranges::find(kWithOrdinalDots, subtag) !=
                 std::end(kWithOrdinalDots)
             ? Language::kOrdinalDots
             : Language::kOther;
}

bool HasOrdinalDots(SentenceLanguage language) {
  switch (language) {
    case Language::kGerman:
    case Language::kPolish:
    case Language::kCzech:
    case Language::kDanishNorwegian:
    case Language::kOrdinalDots:
      return true;
    default:
      return false;
  }
}

}  // namespace interpres
