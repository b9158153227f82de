#include "model/document/sentence_language.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/ascii.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;

constexpr std::array<std::pair<std::string_view, Language>, 18> kCodes = {{
    {"", Language::kUnknown},
    {"und", Language::kUnknown},
    {"en", Language::kEnglish},
    {"eng", Language::kEnglish},
    {"es", Language::kSpanish},
    {"spa", Language::kSpanish},
    {"de", Language::kGerman},
    {"deu", Language::kGerman},
    {"ger", Language::kGerman},
    {"fr", Language::kFrench},
    {"fra", Language::kFrench},
    {"fre", Language::kFrench},
    {"it", Language::kItalian},
    {"ita", Language::kItalian},
    {"pt", Language::kPortuguese},
    {"por", Language::kPortuguese},
    {"ru", Language::kRussian},
    {"rus", Language::kRussian},
}};

constexpr std::string_view kWithOrdinalDots[] = {
    "bs", "cs", "da", "et", "fi", "hr", "hu", "is", "lb",  "lv",
    "nb", "nn", "no", "pl", "sk", "sl", "sr", "tr", "dsb", "hsb"};

}  // namespace

std::string LanguageSubtag(std::string_view code) {
  std::string subtag(code.substr(0, code.find_first_of("-_")));
  absl::AsciiStrToLower(&subtag);
  return subtag;
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
  return language == SentenceLanguage::kGerman ||
         language == SentenceLanguage::kOrdinalDots;
}

}  // namespace interpres
