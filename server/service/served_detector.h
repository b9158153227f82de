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

// Bytes of text that one task examines, which takes some milliseconds.
inline constexpr int64_t kDetectionSliceBytes = 64 << 10;

// Detects the served source languages. The table of n-grams comes from
// the first model, by name, that has a table, otherwise from the program.
// Immutable and thread-safe.
class ServedDetector {
 public:
  // Detects among all source languages that the models state.
  explicit ServedDetector(const ModelRegistry& models);
  // Detects among `languages`.
  ServedDetector(const ModelRegistry& models,
                 const std::vector<std::string>& languages);

  // Returns the languages in which the text can be written, best first
  // (LanguageDetector::Detect).
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
