// Chooses the family of a model that has config.json, and the family of a model
// that is written.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

// Returns the family that `text`, a config.json, names. Returns MarianMT if
// `text` names no other family or is malformed. The parse_config of the family
// then checks the text. Thread-safe.
const ModelFamily& FamilyOfConfig(std::string_view text);

// Returns the family in whose files the network of `config` is written:
// MarianMT if its files can describe the network, otherwise the Interpres
// family (kInterpresModel). Returns the error of CheckInterpresLayout if
// neither can. Thread-safe.
absl::StatusOr<const ModelFamily*> FamilyToWrite(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILIES_H_
