// The self-test of a model with the golden sentences of its card.

#ifndef INTERPRES_MODEL_ENGINE_GOLDEN_CHECK_H_
#define INTERPRES_MODEL_ENGINE_GOLDEN_CHECK_H_

#include "absl/status/status.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Scores each golden sentence of the card with the weights of the model.
// Returns FAILED_PRECONDITION if a score differs from the card by more than the
// tolerance: ModelCard::golden_tolerance per token in float32, and ten
// times as much for other types. Returns the error of TranslationModel::Score.
absl::Status CheckGoldenSentences(const TranslationModel& model);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_GOLDEN_CHECK_H_
