// Finds out how long the translations of a model are.

#ifndef INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_
#define INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Translates a few built-in sentences of the language direction.source, and
// returns the number of target tokens for each source token. 0 means unknown.
// Returns 0 if the language has no built-in sentences, if a translation did not
// end, if every sentence failed, or if the number is above 3. The languages
// with sentences are `en`, `es`, `de`, `fr`, `it` and `pt`, in exactly this
// spelling. Takes as long as a few short translations. Returns the errors of
// TranslateAll. Thread-safe.
absl::StatusOr<double> MeasureLengthRatio(const TranslationModel& model,
                                          const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_
