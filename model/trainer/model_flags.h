// The flags of the network of `interpres-train train`.

#ifndef INTERPRES_MODEL_TRAINER_MODEL_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_MODEL_FLAGS_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "model/trainer/flag_group.h"
#include "model/training/model_settings.h"

namespace interpres {

// The parsed values of the flags of the network, which ChosenSettings converts.
struct ModelFlags {
  std::string preset;      // "" means no preset
  ModelSettings settings;  // without the settings below
  std::optional<std::string> activation;
  std::optional<std::string> decoder;
  std::optional<std::string> norm;
};

// Adds the flags of the network to `group`. Parsing writes their values to
// `flags`. REQUIRES: `flags` outlives the parsing.
void AddModelFlags(FlagGroup& group, ModelFlags& flags);

// Returns the settings of a network that the parsed flags give. A single flag
// takes precedence over the preset. A setting that neither gives is absent.
// Returns INVALID_ARGUMENT if the preset, the activation, the decoder or the
// norm is unknown.
absl::StatusOr<ModelSettings> ChosenSettings(const ModelFlags& flags);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_MODEL_FLAGS_H_
