// The languages of one text, for its result.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_
#define INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_

#include <optional>
#include <string>

#include "model/language/language_detector.h"

namespace interpres {

// The language code that a result gets if no language was detected in its text:
// "und", for undetermined.
inline constexpr char kUndetermined[] = "und";

// The source language of one text, and what the detection found.
struct TextLanguages {
  // The served language from which the text is translated. Empty if the model
  // does not state its source language, or if the text is not translated. Also
  // empty if the model has several source languages and the detection found
  // another language or no language.
  std::string source = {};
  // The language that was detected in the text, or kUndetermined if no language
  // was detected. Null if the source language was known without detection.
  std::optional<DetectedLanguage> detected = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_
