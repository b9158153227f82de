#include "model/config/model_config.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/config/network.h"

namespace interpres {
namespace {

// Far above any published model, and low enough that products of two sizes
// cannot overflow.
constexpr int64_t kMaxDimension = 1 << 20;
constexpr int64_t kMaxLayers = 1 << 10;

absl::Status CheckRange(const char* key, int64_t value, int64_t low,
                        int64_t high) {
  if (value >= low && value <= high) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is %d; expected %d to %d", key, value, low, high));
}

absl::Status CheckHeads(const char* key, int64_t heads, int64_t d_model) {
  if (heads >= 1 && d_model % heads == 0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is %d; expected a divisor of d_model (%d)", key, heads, d_model));
}

}  // namespace

std::string_view ActivationName(Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return "relu";
    case Activation::kGelu:
      return "gelu";
    case Activation::kSwish:
      return "swish";
    case Activation::kQuickGelu:
      return "quick_gelu";
  }
  return "";
}

absl::StatusOr<Activation> ParseActivation(std::string_view name) {
  if (name == "relu") {
    return Activation::kRelu;
  }
  if (name == "gelu") {
    return Activation::kGelu;
  }
  if (name == "swish" || name == "silu") {
    return Activation::kSwish;
  }
  if (name == "quick_gelu") {
    return Activation::kQuickGelu;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "activation_function is \"%s\"; expected relu, gelu, swish or "
      "quick_gelu",
      std::string(name)));
}

std::string_view NormPlacementName(NormPlacement placement) {
  switch (placement) {
    case NormPlacement::kAfterResidual:
      return "after";
    case NormPlacement::kBeforeSublayer:
      return "before";
  }
  return "";
}

std::optional<NormPlacement> ParseNormPlacement(std::string_view name) {
  for (const NormPlacement placement :
       {NormPlacement::kAfterResidual, NormPlacement::kBeforeSublayer}) {
    if (NormPlacementName(placement) == name) {
      return placement;
    }
  }
  return std::nullopt;
}

std::string_view DecoderSelfLayerName(DecoderSelfLayer layer) {
  switch (layer) {
    case DecoderSelfLayer::kAttention:
      return "attention";
    case DecoderSelfLayer::kSsru:
      return "ssru";
  }
  return "";
}

std::optional<DecoderSelfLayer> ParseDecoderSelfLayer(std::string_view name) {
  for (const DecoderSelfLayer layer :
       {DecoderSelfLayer::kAttention, DecoderSelfLayer::kSsru}) {
    if (DecoderSelfLayerName(layer) == name) {
      return layer;
    }
  }
  return std::nullopt;
}

absl::Status ValidateModelConfig(const ModelConfig& config) {
  struct Range {
    const char* key;
    int64_t value;
    int64_t low;
    int64_t high;
  };
  const int64_t last_id = config.vocab_size - 1;
  const int64_t last_source_id = config.source_vocab_size() - 1;
  const Range ranges[] = {
      {"vocab_size", config.vocab_size, 3, kMaxDimension},
      // Padding is no source token.
      {"source vocab_size", config.source_vocab_size(), 2, kMaxDimension},
      {"d_model", config.d_model, 2, kMaxDimension},
      {"encoder_layers", config.encoder_layers, 1, kMaxLayers},
      {"decoder_layers", config.decoder_layers, 1, kMaxLayers},
      {"encoder_ffn_dim", config.encoder_ffn_dim, 1, kMaxDimension},
      {"decoder_ffn_dim", config.decoder_ffn_dim, 1, kMaxDimension},
      {"max_position_embeddings", config.max_position_embeddings, 1,
       kMaxDimension},
      {"first_position", config.first_position, 0, kMaxDimension},
      {"pad_token_id", config.pad_token_id, 0, last_id},
      {"eos_token_id", config.eos_token_id, 0,
       std::min(last_id, last_source_id)},
      {"decoder_start_token_id", config.decoder_start_token_id, 0, last_id},
  };
  for (const Range& range : ranges) {
    INTERPRES_RETURN_IF_ERROR(
        CheckRange(range.key, range.value, range.low, range.high));
  }
  if (config.d_model % 2 != 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("d_model is %d; sinusoidal positions need an even one",
                        config.d_model));
  }
  if (!(config.layer_norm_epsilon > 0.0f && config.layer_norm_epsilon <= 1)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("layer_norm_epsilon is %g; expected above 0 and at "
                        "most 1",
                        config.layer_norm_epsilon));
  }
  INTERPRES_RETURN_IF_ERROR(CheckHeads("encoder_attention_heads",
                                       config.encoder_attention_heads,
                                       config.d_model));
  return CheckHeads("decoder_attention_heads", config.decoder_attention_heads,
                    config.d_model);
}

int64_t CountParameters(const ModelConfig& config) {
  int64_t count = 0;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    if (parameter.id.kind != ParameterKind::kLogitsBias) {
      count += parameter.size();
    }
  }
  return count;
}

}  // namespace interpres
