// Translates a few short sentences to find out properties of a model.

#ifndef INTERPRES_MODEL_ENGINE_PROBE_TRANSLATION_H_
#define INTERPRES_MODEL_ENGINE_PROBE_TRANSLATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Translates the texts in one batch, with a beam of 1 and at most 48 tokens
// each. Returns the results and the errors of TranslateAll. Thread-safe.
absl::StatusOr<std::vector<OfflineResult>> TranslateProbes(
    const TranslationModel& model, const std::vector<std::string>& texts,
    const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_PROBE_TRANSLATION_H_
