#include "model/language/cld2_detector.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include "model/document/characters.h"

namespace interpres {
namespace {

// Returns the words as UTF-8 with a space in place of every other character,
// because CLD2 refuses texts with control characters.
std::string Words(std::u32string_view text) {
  std::u32string words(text);
  for (char32_t& c : words) {
    c = IsLetter(c) ? c : U' ';
  }
  return EncodeUtf8(words);
}

}  // namespace

Cld2Result DetectByCld2(std::u32string_view text) {
  const std::string words = Words(text);
  const CLD2::CLDHints hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING,
                                CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language languages[3] = {};
  int percents[3] = {};
  double scores[3] = {};
  int text_bytes = 0;
  int valid_bytes = 0;
  Cld2Result result;
  CLD2::ExtDetectLanguageSummaryCheckUTF8(
      words.data(), static_cast<int>(words.size()), /*is_plain_text=*/true,
      &hints, CLD2::kCLDFlagBestEffort, languages, percents, scores,
      /*resultchunkvector=*/nullptr, &text_bytes, &result.is_reliable,
      &valid_bytes);
  for (int i = 0; i < 3; ++i) {
    if (languages[i] != CLD2::UNKNOWN_LANGUAGE && percents[i] > 0) {
      result.languages.push_back({.code = CLD2::LanguageCode(languages[i]),
                                  .share = percents[i] / 100.0});
    }
  }
  return result;
}

}  // namespace interpres
