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

// Settings of a network, each for encoder and decoder together. Null means that
// the setting is not given.
struct ModelSettings {
  std::optional<int64_t> d_model = {};
  std::optional<int64_t> encoder_layers = {};
  std::optional<int64_t> decoder_layers = {};
  std::optional<int64_t> heads = {};
  std::optional<int64_t> ffn = {};
  std::optional<Activation> activation = {};
  std::optional<DecoderSelfLayer> decoder = {};
  std::optional<NormPlacement> norm = {};
  // Not part of the weights: a run may change it.
  std::optional<int64_t> max_positions = {};
};

// A network with a name.
struct ModelPreset {
  std::string_view name;
  ModelSettings settings;
};

// Returns all presets, the smallest first. The last one, "paper", is the base
// model of the paper (Vaswani et al. 2017).
std::span<const ModelPreset> ModelPresets();

// Returns the preset with this name. Returns INVALID_ARGUMENT for another name;
// the message lists the names.
absl::StatusOr<ModelPreset> FindModelPreset(std::string_view name);

// Parse the values of the flags --decoder and --norm. Return INVALID_ARGUMENT,
// with the flag, for an unknown name.
absl::StatusOr<DecoderSelfLayer> ParseDecoder(std::string_view name);
absl::StatusOr<NormPlacement> ParseNorm(std::string_view name);

// Returns `given`, with the settings of `others` in place of the settings that
// are not given.
ModelSettings WithSettingsOf(ModelSettings given, const ModelSettings& others);

// Returns `config` with the given settings.
ModelConfig WithSettings(ModelConfig config, const ModelSettings& settings);

// Returns all settings of a network. REQUIRES: encoder and decoder have the
// same heads and the same ffn; otherwise the values of the encoder count.
ModelSettings SettingsOf(const ModelConfig& config);

// Returns the settings that MarianMT's network has not, for messages, such as
// ", decoder ssru, norm before". Returns "" for MarianMT's network.
std::string VariantWords(const ModelConfig& config);

// A setting for which two networks differ.
struct SettingDifference {
  std::string flag;  // "--d-model"
  std::string given;
  std::string found;
};
// Returns the given settings that `found` has with another value. Does not
// compare max_positions.
std::vector<SettingDifference> DifferencesOf(const ModelSettings& given,
                                             const ModelSettings& found);

// Returns the given settings by the names of their flags, without "--".
StateEntries ToEntries(const ModelSettings& settings);
// The inverse of ToEntries. Returns INVALID_ARGUMENT if a value is malformed.
// Ignores other names.
absl::StatusOr<ModelSettings> ParseModelSettings(const StateEntries& entries);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_MODEL_SETTINGS_H_
