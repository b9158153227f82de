// Language detection by CLD2, which knows more than 80 languages. Hides CLD2.

#ifndef INTERPRES_MODEL_LANGUAGE_CLD2_DETECTOR_H_
#define INTERPRES_MODEL_LANGUAGE_CLD2_DETECTOR_H_

#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// A language that CLD2 sees in a text.
struct Cld2Language {
  // The code that CLD2 uses: `iw`, `zh-Hant`.
  std::string code;
  // The share of the text, 0 to 1.
  double share = 0.0;
};

struct Cld2Result {
  // Up to three languages, the largest share first.
  std::vector<Cld2Language> languages = {};
  // Whether CLD2 calls its first language reliable. Rarely true for a text of
  // fewer than five words.
  bool is_reliable = false;
};

// Returns the languages that CLD2 detects from the letters of `text`. Returns
// no language if CLD2 detects no language, as in a text without letters.
// Thread-safe.
Cld2Result DetectByCld2(std::u32string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_LANGUAGE_CLD2_DETECTOR_H_
