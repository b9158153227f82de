#include "model/language/text_script.h"

#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "model/document/characters.h"

namespace interpres {
namespace {

// A Japanese text has at least this share of kana among its characters. A
// Chinese text may quote a Japanese name.
constexpr std::size_t kMinKanaShare = 10;  // one in 10

constexpr std::string_view kOfOneLanguage[] = {
    "Armn", "Geor", "Grek", "Gujr", "Guru", "Jpan", "Khmr", "Knda", "Kore",
    "Laoo", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thai"};

using ScriptCounts = std::array<std::size_t, USCRIPT_CODE_LIMIT>;

ScriptCounts CountLetters(std::u32string_view text) {
  ScriptCounts counts{};
  for (const char32_t c : text) {
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script =
        IsLetter(c) ? uscript_getScript(static_cast<UChar32>(c), &status)
                    : USCRIPT_COMMON;
    if (U_SUCCESS(status) != 0 && script > USCRIPT_INHERITED &&
        script < USCRIPT_CODE_LIMIT) {
      ++counts[static_cast<std::size_t>(script)];
    }
  }
  return counts;
}

}  // namespace

std::string ScriptOfText(std::u32string_view text) {
  ScriptCounts counts = CountLetters(text);
  const std::size_t kana = counts[USCRIPT_HIRAGANA] + counts[USCRIPT_KATAKANA];
  const std::size_t east = kana + counts[USCRIPT_HAN];
  counts[USCRIPT_HIRAGANA] = 0;
  counts[USCRIPT_KATAKANA] = 0;
  counts[USCRIPT_HAN] = east;
  if (counts[USCRIPT_HANGUL] > 0 && counts[USCRIPT_HANGUL] * 2 >= east) {
    counts[USCRIPT_HANGUL] += east;  // Korean with some Chinese characters
  }
  const auto most = std::ranges::max_element(counts);
  if (*most == 0) {
    return "";
  }
  const auto script = static_cast<UScriptCode>(most - counts.begin());
  if (script == USCRIPT_HAN && kana > 0 && kana * kMinKanaShare >= east) {
    return "Jpan";
  }
  return script == USCRIPT_HANGUL ? "Kore" : uscript_getShortName(script);
}

bool CanBeScript(std::string_view text_script,
                 std::string_view language_script) {
  if (text_script == "Hani") {
    return language_script == "Hans" || language_script == "Hant" ||
           language_script == "Jpan" || language_script == "Hani";
  }
  return text_script == language_script;
}

bool IsScriptOfOneLanguage(std::string_view script) {
  return std::ranges::find(kOfOneLanguage, script) != std::end(kOfOneLanguage);
}

}  // namespace interpres
