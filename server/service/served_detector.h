// Language detection among the languages that the server serves.

#ifndef INTERPRES_SERVER_SERVICE_SERVED_DETECTOR_H_
#define INTERPRES_SERVER_SERVICE_SERVED_DETECTOR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/language_detector.h"
#include "server/registry/model_registry.h"

namespace interpres {

// Bytes of text in which one task detects languages, which takes some
// milliseconds. The task ends after the text with which it reaches this size.
inline constexpr int64_t kDetectionSliceBytes = 64 << 10;

// Detects the language of a text, among the served source languages or among
// given languages. Uses the table of n-grams of the first model, by name, that
// has a table, otherwise the table of the program. Immutable and thread-safe.
class ServedDetector {
 public:
  // Detects among all source languages that the models of the registry state
  // now. Keeps the model with the table alive, but does not use the registry
  // later.
  explicit ServedDetector(const ModelRegistry& models);
  // Detects among `languages`, which are codes of BCP 47. The models only
  // provide the table.
  ServedDetector(const ModelRegistry& models,
                 const std::vector<std::string>& languages);

  // Returns the languages in which the text can be written, best first. Empty
  // if the text has no letters, or if no language is written in its script.
  // Examines the first kMaxDetectionBytes bytes.
  std::vector<DetectedLanguage> Detect(std::string_view text) const {
    return detector_.Detect(text);
  }

 private:
  ServedDetector(const std::vector<ServedModelPtr>& models,
                 const std::vector<std::string>& languages);

  const ServedModelPtr owner_;  // of the table; null for the program's
  const LanguageDetector detector_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SERVED_DETECTOR_H_
