// Small texts in several languages, made from lists of words.

#ifndef INTERPRES_TESTS_MODEL_LANGUAGE_SAMPLE_TEXTS_H_
#define INTERPRES_TESTS_MODEL_LANGUAGE_SAMPLE_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "model/language/language_table_trainer.h"

namespace interpres::testing {

// Returns 200 lines of five words each. The same words give the same lines.
inline LanguageSample SampleOf(const std::string& language,
                               const std::vector<std::string>& words) {
  LanguageSample sample{.language = language};
  std::size_t next = 0;
  for (int line = 0; line < 200; ++line) {
    std::string& text = sample.lines.emplace_back();
    for (int word = 0; word < 5; ++word) {
      next = (next * 7 + 3) % words.size();
      text += words[(next + static_cast<std::size_t>(line)) % words.size()];
      text += ' ';
    }
  }
  return sample;
}

inline std::vector<LanguageSample> SampleTexts() {
  return {
      SampleOf("en", {"the", "house", "is", "where", "they", "would", "think",
                      "about", "which", "night", "and", "with", "every",
                      "child", "knows", "through", "morning"}),
      SampleOf("es", {"la", "casa", "es", "donde", "ellos", "quer\u00edan",
                      "pensar", "sobre", "cu\u00e1l", "noche", "y", "con",
                      "cada", "ni\u00f1o", "conoce", "por", "ma\u00f1ana"}),
      SampleOf("de", {"das", "Haus", "ist", "wo", "sie", "w\u00fcrden",
                      "denken", "\u00fcber", "welche", "Nacht", "und", "mit",
                      "jedes", "Kind", "wei\u00df", "durch", "Morgen"})};
}

}  // namespace interpres::testing

#endif  // INTERPRES_TESTS_MODEL_LANGUAGE_SAMPLE_TEXTS_H_
