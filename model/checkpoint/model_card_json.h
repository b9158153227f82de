// interpres.json: languages, provenance and golden sentences of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {

// Parses interpres.json. Returns INVALID_ARGUMENT for malformed text, another
// format_version, an unknown key, or a card that ValidateModelCard refuses.
// Unknown keys are errors because a misspelled key must not be ignored
// silently. `file` starts every message.
absl::StatusOr<ModelCard> ParseModelCard(std::string_view text,
                                         std::string_view file);
std::string SerializeModelCard(const ModelCard& card);

// Returns INVALID_ARGUMENT if a field of `card` is invalid. A version has at
// most 64 letters, digits, ".", "_" and "-". Directions have both languages and
// are not listed twice. Golden sentences have texts and a log-probability of at
// most 0. The tolerance is above 0. `file` starts every message.
absl::Status ValidateModelCard(const ModelCard& card, std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_CARD_JSON_H_
