#include "model/trainer/model_flags.h"

#include "model/base/status.h"

namespace interpres {

void AddModelFlags(FlagGroup& group, ModelFlags& flags) {
  ModelSettings& settings = flags.settings;
  group.Bare(
      "--preset", flags.preset,
      "Network of this size: tiny, small, base or paper (2.3, 8.9, "
      "20.8 or 48.2 million parameters with 8000 entries); the flags below "
      "change single settings [paper, or the network of --init]");
  group.Bare("--d-model", settings.d_model,
             "Width of the model, even [512, or of --init]");
  group.Bare("--encoder-layers", settings.encoder_layers,
             "Encoder layers [6, or of --init]");
  group.Bare("--decoder-layers", settings.decoder_layers,
             "Decoder layers [6, or of --init]");
  group.Bare("--heads", settings.heads,
             "Attention heads; divides d-model [8, or of --init]");
  group.Bare("--ffn", settings.ffn,
             "Width of the feed-forward sublayers [2048, or of --init]");
  group.Bare("--activation", flags.activation,
             "relu, gelu or swish [relu, or of --init]");
  group.Bare("--decoder", flags.decoder,
             "How the decoder reads the earlier target tokens: attention, or "
             "ssru, a recurrent unit that decodes faster [attention, or of "
             "--init]");
  group.Bare("--norm", flags.norm,
             "Layer norms after the residual connection, or before the "
             "sublayers: after or before [after, or of --init]");
  group.Bare("--max-positions", settings.max_positions,
             "Longest sentence the model accepts, in tokens [512, or of "
             "--init]");
}

absl::StatusOr<ModelSettings> ChosenSettings(const ModelFlags& flags) {
  ModelSettings settings = flags.settings;
  if (flags.activation.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(settings.activation,
                               ParseActivation(*flags.activation));
  }
  if (flags.decoder.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(settings.decoder, ParseDecoder(*flags.decoder));
  }
  if (flags.norm.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(settings.norm, ParseNorm(*flags.norm));
  }
  if (flags.preset.empty()) {
    return settings;
  }
  INTERPRES_ASSIGN_OR_RETURN(const ModelPreset preset,
                             FindModelPreset(flags.preset));
  return WithSettingsOf(settings, preset.settings);
}

}  // namespace interpres
