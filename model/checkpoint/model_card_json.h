// interpres.json: languages, provenance and golden sentences of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// `file` starts every message. Unknown keys are errors: the file is ours, and
// a misspelled key must not lose what it says.
absl::StatusOr<ModelCard> ParseModelCard(std::string_view text,
                                         std::string_view file);
std::string SerializeModelCard(const ModelCard& card);

// Directions have languages and are not listed twice; golden sentences have
// text, a log-probability of at most 0 and a tolerance above 0.
absl::Status ValidateModelCard(const ModelCard& card, std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_
