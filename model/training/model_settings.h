// The settings of a network that a user can choose, and presets of them.

#ifndef INTERPRES_MODEL_TRAINING_MODEL_SETTINGS_H_
#define INTERPRES_MODEL_TRAINING_MODEL_SETTINGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/config/model_config.h"
#include "model/training/state_archive.h"

namespace interpres {

// Settings of a network. Encoder and decoder have the same `heads` and `ffn`.
// Null means that the setting is not given.
struct ModelSettings {
  std::optional<int64_t> d_model = {};
  std::optional<int64_t> encoder_layers = {};
  std::optional<int64_t> decoder_layers = {};
  std::optional<int64_t> heads = {};
  std::optional<int64_t> ffn = {};
  std::optional<Activation> activation = {};
  std::optional<DecoderSelfLayer> decoder = {};
  std::optional<NormPlacement> norm = {};
  // Maximum length of a sentence, in tokens. Not part of the weights, so that a
  // run may change this setting.
  std::optional<int64_t> max_positions = {};
};

// Settings of a network that a user chooses by one name.
struct ModelPreset {
  std::string_view name;
  ModelSettings settings;
};

// Returns all presets, the smallest network first. The last preset, "paper", is
// the base model of Vaswani et al., "Attention Is All You Need" (2017).
std::span<const ModelPreset> ModelPresets();

// Returns the preset with the name `name`. Returns INVALID_ARGUMENT if no
// preset has the name; the message lists the names.
absl::StatusOr<ModelPreset> FindModelPreset(std::string_view name);

// ParseDecoder and ParseNorm return the value that `name` means for the flag
// --decoder or --norm. They return INVALID_ARGUMENT, with the flag in the
// message, if the name is unknown.
absl::StatusOr<DecoderSelfLayer> ParseDecoder(std::string_view name);
absl::StatusOr<NormPlacement> ParseNorm(std::string_view name);

// Returns `given`, in which the settings of `others` replace the settings that
// are null.
ModelSettings WithSettingsOf(ModelSettings given, const ModelSettings& others);

// Returns `config` with the settings of `settings` that are not null. heads and
// ffn apply to encoder and decoder.
ModelConfig WithSettings(ModelConfig config, const ModelSettings& settings);

// Returns all settings of a network. REQUIRES: encoder and decoder have the
// same heads and the same ffn; otherwise the values of the encoder count.
ModelSettings SettingsOf(const ModelConfig& config);

// Returns words for messages about a decoder and a norm placement that
// MarianMT's network does not have, such as ", decoder ssru, norm before".
// Returns "" if both are as in MarianMT's network.
std::string VariantWords(const ModelConfig& config);

// A setting for which two networks differ, with both values for a message.
struct SettingDifference {
  std::string flag;  // "--d-model"
  std::string given;
  std::string found;
};
// Returns the settings that `given` and `found` both have, with different
// values. Does not compare max_positions.
std::vector<SettingDifference> DifferencesOf(const ModelSettings& given,
                                             const ModelSettings& found);

// Returns the settings that are not null as text, by the names of their flags
// without "--".
StateEntries ToEntries(const ModelSettings& settings);
// Returns the settings that ToEntries wrote to `entries`. A setting without an
// entry is null. Returns INVALID_ARGUMENT if a value is malformed. Ignores
// entries with other names.
absl::StatusOr<ModelSettings> ParseModelSettings(const StateEntries& entries);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_MODEL_SETTINGS_H_
