// The languages of one text, for its result.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_
#define INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_

#include <optional>
#include <string>

#include "model/language/language_detector.h"

namespace interpres {

// The code of a text whose language was not detected.
inline constexpr char kUndetermined[] = "und";

struct TextLanguages {
  // The served language that the text is translated from. Empty if the model
  // does not state it, or if it has several and none was detected.
  std::string source = {};
  // The language that was detected, kUndetermined if none was. Null if the
  // request names the source language.
  std::optional<DetectedLanguage> detected = {};
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_LANGUAGES_H_
