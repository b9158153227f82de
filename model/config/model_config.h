// The shape of a Transformer and the variant that it computes.
// model/config/network.h lists the tensors of a configuration.

#ifndef INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
#define INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The non-linearity of the feed-forward sublayers.
enum class Activation { kRelu, kGelu, kSwish };

// Returns "relu", "gelu" or "swish", as MarianConfig spells them.
// ParseActivation also accepts "silu", another name of swish.
std::string_view ActivationName(Activation activation);
absl::StatusOr<Activation> ParseActivation(std::string_view name);

// Where the layer norm of a sublayer stands.
enum class NormPlacement {
  kAfterResidual,  // x = LayerNorm(x + Sublayer(x)), as in the paper
};

// The positions that are added to the embeddings (PositionAngle() in
// model/config/position_formula.h).
enum class PositionFormula {
  kPaper,  // sines and cosines of p / 10000^(2i / d_model)
};

// The sublayer of a decoder layer that sees the target's earlier tokens.
enum class DecoderSelfLayer { kAttention };

// Plain data; defaults are the paper's base model with a 32k vocabulary.
struct ModelConfig {
  int64_t vocab_size = 32000;
  int64_t d_model = 512;
  int64_t encoder_layers = 6;
  int64_t decoder_layers = 6;
  int64_t encoder_attention_heads = 8;  // divides d_model
  int64_t decoder_attention_heads = 8;  // divides d_model
  int64_t encoder_ffn_dim = 2048;
  int64_t decoder_ffn_dim = 2048;
  Activation activation = Activation::kRelu;
  NormPlacement norm_placement = NormPlacement::kAfterResidual;
  PositionFormula position_formula = PositionFormula::kPaper;
  DecoderSelfLayer decoder_self_layer = DecoderSelfLayer::kAttention;
  // Multiply embeddings by sqrt(d_model), as the paper does.
  bool scale_embedding = true;
  // Maximum number of tokens of a source, and of a target.
  int64_t max_position_embeddings = 512;
  int32_t pad_token_id = 31999;
  int32_t eos_token_id = 0;
  int32_t decoder_start_token_id = 31999;
};

// INVALID_ARGUMENT names the key, the value found and the allowed values.
absl::Status ValidateModelConfig(const ModelConfig& config);

// The number of trainable parameters: all elements of ParametersOf() except the
// bias of the logits.
int64_t CountParameters(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
