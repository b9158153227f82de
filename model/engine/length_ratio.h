// Finds out how long the translations of a model are.

#ifndef INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_
#define INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Translates a few sentences that the program has in the direction's source
// language, and returns the number of target tokens for each source token.
// Returns 0, which means unknown, if the program has no sentence in the
// language, if a translation did not end, or if the number is above 3. Takes as
// long as a few short translations. Returns the errors of TranslateAll.
// Thread-safe.
absl::StatusOr<double> MeasureLengthRatio(const TranslationModel& model,
                                          const LanguageDirection& direction);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_LENGTH_RATIO_H_
