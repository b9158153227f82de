#include "model/training/model_settings.h"

#include <array>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr std::array kPresets = {
    ModelPreset{.name = "tiny",
                .settings = {.d_model = 128,
                             .encoder_layers = 4,
                             .decoder_layers = 4,
                             .heads = 4,
                             .ffn = 256}},
    ModelPreset{.name = "small",
                .settings = {.d_model = 256,
                             .encoder_layers = 6,
                             .decoder_layers = 2,
                             .heads = 4,
                             .ffn = 1024}},
    ModelPreset{.name = "base",
                .settings = {.d_model = 384,
                             .encoder_layers = 6,
                             .decoder_layers = 3,
                             .heads = 6,
                             .ffn = 1536}},
    ModelPreset{.name = "paper",
                .settings = {.d_model = 512,
                             .encoder_layers = 6,
                             .decoder_layers = 6,
                             .heads = 8,
                             .ffn = 2048}},
};

// A setting that is a number, and the name of its flag.
struct NumberSetting {
  const char* name;
  std::optional<int64_t> ModelSettings::*value;
};
constexpr NumberSetting kNumbers[] = {
    {"d-model", &ModelSettings::d_model},
    {"encoder-layers", &ModelSettings::encoder_layers},
    {"decoder-layers", &ModelSettings::decoder_layers},
    {"heads", &ModelSettings::heads},
    {"ffn", &ModelSettings::ffn},
    {"max-positions", &ModelSettings::max_positions},
};
constexpr char kActivation[] = "activation";
constexpr char kDecoder[] = "decoder";
constexpr char kNorm[] = "norm";
constexpr char kMaxPositions[] = "max-positions";

// The parsed entry `name`, null without the entry.
template <typename Value>
absl::StatusOr<std::optional<Value>> ParseName(
    const StateEntries& entries, const char* name,
    absl::StatusOr<Value> (*parse)(std::string_view name)) {
  const auto found = entries.find(name);
  if (found == entries.end()) {
    return std::nullopt;
  }
  INTERPRES_ASSIGN_OR_RETURN(const Value value, parse(found->second));
  return value;
}

}  // namespace

std::span<const ModelPreset> ModelPresets() { return kPresets; }

absl::StatusOr<ModelPreset> FindModelPreset(std::string_view name) {
  std::string names;
  for (const ModelPreset& preset : kPresets) {
    if (preset.name == name) {
      return preset;
    }
    absl::StrAppend(&names, names.empty() ? "" : ", ",
                    std::string(preset.name));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("preset is \"", std::string(name), "\"; expected one of ",
                   names, "; flags of the model change single settings"));
}

absl::StatusOr<DecoderSelfLayer> ParseDecoder(std::string_view name) {
  const std::optional<DecoderSelfLayer> decoder = ParseDecoderSelfLayer(name);
  if (!decoder.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--decoder is \"", std::string(name),
                     "\"; expected attention or ssru; choose one of the two"));
  }
  return *decoder;
}

absl::StatusOr<NormPlacement> ParseNorm(std::string_view name) {
  const std::optional<NormPlacement> norm = ParseNormPlacement(name);
  if (!norm.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--norm is \"", std::string(name),
                     "\"; expected after or before; choose one of the two"));
  }
  return *norm;
}

ModelSettings WithSettingsOf(ModelSettings given, const ModelSettings& others) {
  for (const NumberSetting& number : kNumbers) {
    if (!(given.*number.value).has_value()) {
      given.*number.value = others.*number.value;
    }
  }
  if (!given.activation.has_value()) {
    given.activation = others.activation;
  }
  if (!given.decoder.has_value()) {
    given.decoder = others.decoder;
  }
  if (!given.norm.has_value()) {
    given.norm = others.norm;
  }
  return given;
}

ModelConfig WithSettings(ModelConfig config, const ModelSettings& settings) {
  const ModelSettings all = WithSettingsOf(settings, SettingsOf(config));
  config.d_model = *all.d_model;
  config.encoder_layers = *all.encoder_layers;
  config.decoder_layers = *all.decoder_layers;
  if (settings.heads.has_value()) {
    config.encoder_attention_heads = *all.heads;
    config.decoder_attention_heads = *all.heads;
  }
  if (settings.ffn.has_value()) {
    config.encoder_ffn_dim = *all.ffn;
    config.decoder_ffn_dim = *all.ffn;
  }
  config.activation = *all.activation;
  config.decoder_self_layer = *all.decoder;
  config.norm_placement = *all.norm;
  config.max_position_embeddings = *all.max_positions;
  return config;
}

ModelSettings SettingsOf(const ModelConfig& config) {
  return {.d_model = config.d_model,
          .encoder_layers = config.encoder_layers,
          .decoder_layers = config.decoder_layers,
          .heads = config.encoder_attention_heads,
          .ffn = config.encoder_ffn_dim,
          .activation = config.activation,
          .decoder = config.decoder_self_layer,
          .norm = config.norm_placement,
          .max_positions = config.max_position_embeddings};
}

std::string VariantWords(const ModelConfig& config) {
  std::string words;
  if (config.decoder_self_layer != DecoderSelfLayer::kAttention) {
    absl::StrAppend(
        &words, ", decoder ",
        std::string(DecoderSelfLayerName(config.decoder_self_layer)));
  }
  if (config.norm_placement != NormPlacement::kAfterResidual) {
    absl::StrAppend(&words, ", norm ",
                    std::string(NormPlacementName(config.norm_placement)));
  }
  return words;
}

std::vector<SettingDifference> DifferencesOf(const ModelSettings& given,
                                             const ModelSettings& found) {
  const StateEntries ours = ToEntries(given);
  const StateEntries theirs = ToEntries(found);
  std::vector<SettingDifference> differences;
  for (const auto& [name, value] : ours) {
    const auto other = theirs.find(name);
    if (name != kMaxPositions && other != theirs.end() &&
        other->second != value) {
      differences.push_back({"--" + name, value, other->second});
    }
  }
  return differences;
}

StateEntries ToEntries(const ModelSettings& settings) {
  StateEntries entries;
  for (const NumberSetting& number : kNumbers) {
    if (const auto& value = settings.*number.value; value.has_value()) {
      entries[number.name] = absl::StrCat(*value);
    }
  }
  if (settings.activation.has_value()) {
    entries[kActivation] = std::string(ActivationName(*settings.activation));
  }
  if (settings.decoder.has_value()) {
    entries[kDecoder] = std::string(DecoderSelfLayerName(*settings.decoder));
  }
  if (settings.norm.has_value()) {
    entries[kNorm] = std::string(NormPlacementName(*settings.norm));
  }
  return entries;
}

absl::StatusOr<ModelSettings> ParseModelSettings(const StateEntries& entries) {
  ModelSettings settings;
  for (const NumberSetting& number : kNumbers) {
    const auto found = entries.find(number.name);
    if (found == entries.end()) {
      continue;
    }
    int64_t value = 0;
    if (!absl::SimpleAtoi(found->second, &value)) {
      return absl::InvalidArgumentError(absl::StrCat(
          number.name, " is \"", found->second, "\"; expected a whole number"));
    }
    settings.*number.value = value;
  }
  INTERPRES_ASSIGN_OR_RETURN(settings.activation,
                             ParseName(entries, kActivation, ParseActivation));
  INTERPRES_ASSIGN_OR_RETURN(settings.decoder,
                             ParseName(entries, kDecoder, ParseDecoder));
  INTERPRES_ASSIGN_OR_RETURN(settings.norm,
                             ParseName(entries, kNorm, ParseNorm));
  return settings;
}

}  // namespace interpres
