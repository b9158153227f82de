// The shape of a Transformer: the keys of MarianMT's config.json that we use.

#ifndef INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
#define INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The non-linearity of the feed-forward sublayers.
enum class Activation { kRelu, kGelu, kSwish };

// "relu", "gelu", "swish" (MarianConfig spelling; "silu" is swish).
std::string_view ActivationName(Activation activation);
absl::StatusOr<Activation> ParseActivation(std::string_view name);

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
  // Multiply embeddings by sqrt(d_model), as the paper does.
  bool scale_embedding = true;
  // The number of positions of either side, and so the longest source.
  int64_t max_position_embeddings = 512;
  int32_t pad_token_id = 31999;
  int32_t eos_token_id = 0;
  int32_t decoder_start_token_id = 31999;
};

// INVALID_ARGUMENT with the key, the value found and what is allowed.
absl::Status ValidateModelConfig(const ModelConfig& config);

// The trainable parameters of the model, with the tied embedding counted once
// (final_logits_bias excluded).
int64_t CountParameters(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
