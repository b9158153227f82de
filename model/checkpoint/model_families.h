// Chooses the family of a model that has config.json.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_

#include <string_view>

#include "model/checkpoint/model_family.h"

namespace interpres {

// Returns the family that `text`, a config.json, names. Returns MarianMT if
// `text` names no other family or is malformed. The parse_config of the family
// then checks the text. Thread-safe.
const ModelFamily& FamilyOfConfig(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_
