// The shape of a Transformer and the variant that it computes.
// model/config/network.h lists the tensors of a configuration.

#ifndef INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
#define INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The non-linearity of the feed-forward sublayers.
enum class Activation {
  kRelu,
  kGelu,       // x * Phi(x), the exact form
  kSwish,      // x * sigmoid(x)
  kQuickGelu,  // x * sigmoid(1.702 x), which Marian calls gelu
};

// Returns the name of the activation: "relu", "gelu", "swish" or "quick_gelu",
// as in the MarianConfig of Hugging Face. ParseActivation is the inverse.
// ParseActivation also accepts "silu" for swish, and returns INVALID_ARGUMENT
// for other names.
std::string_view ActivationName(Activation activation);
absl::StatusOr<Activation> ParseActivation(std::string_view name);

// Where a layer norm stands relative to its sublayer and the residual
// connection.
enum class NormPlacement {
  kAfterResidual,  // x = LayerNorm(x + Sublayer(x)), as in the paper
  // x = x + Sublayer(LayerNorm(x)). The encoder and the decoder also have a
  // layer norm behind their last layer (Xiong et al. 2020).
  kBeforeSublayer,
};

// Returns "after" for kAfterResidual and "before" for kBeforeSublayer.
// ParseNormPlacement is the inverse, and returns nullopt for other names.
std::string_view NormPlacementName(NormPlacement placement);
std::optional<NormPlacement> ParseNormPlacement(std::string_view name);

// The formula of the positional encodings, which are added to the embeddings
// (PositionAngle() in model/config/position_formula.h).
enum class PositionFormula {
  kPaper,   // sines and cosines of p / 10000^(2i / d_model)
  kMarian,  // sines and cosines of p / 10000^(i / (d_model / 2 - 1))
};

// The number that a layer norm adds to the variance. kTorchNormEpsilon is the
// default of torch.nn.LayerNorm, which MarianMT uses; kMarianNormEpsilon is the
// number of Marian.
inline constexpr float kTorchNormEpsilon = 1e-5f;
inline constexpr float kMarianNormEpsilon = 1e-6f;

// The kind of decoder sublayer that reads the earlier target tokens.
enum class DecoderSelfLayer {
  kAttention,
  kSsru,  // simpler simple recurrent unit (Kim et al. 2019)
};

// Returns "attention" or "ssru". ParseDecoderSelfLayer is the inverse, and
// returns nullopt for other names.
std::string_view DecoderSelfLayerName(DecoderSelfLayer layer);
std::optional<DecoderSelfLayer> ParseDecoderSelfLayer(std::string_view name);

// The shape of a Transformer, the variant that the Transformer computes, and
// the special token ids. Plain data without checks; ValidateModelConfig checks
// the values. The defaults have the layers and widths of the base model of
// Vaswani et al. (2017) and a vocabulary of 32,000 tokens.
struct ModelConfig {
  // Number of target tokens, 3 to 2^20. Also the number of source tokens,
  // unless `separate_source_vocab_size` is not 0.
  int64_t vocab_size = 32000;
  // Number of source tokens, 2 to 2^20, of a model whose source tokens have an
  // embedding of their own. 0 means that one embedding serves both languages.
  int64_t separate_source_vocab_size = 0;
  int64_t d_model = 512;
  int64_t encoder_layers = 6;
  int64_t decoder_layers = 6;
  int64_t encoder_attention_heads = 8;  // divides d_model
  int64_t decoder_attention_heads = 8;  // divides d_model
  int64_t encoder_ffn_dim = 2048;
  int64_t decoder_ffn_dim = 2048;
  Activation activation = Activation::kRelu;
  NormPlacement norm_placement = NormPlacement::kAfterResidual;
  float layer_norm_epsilon = kTorchNormEpsilon;  // above 0, at most 1
  PositionFormula position_formula = PositionFormula::kPaper;
  // The position that `position_formula` takes for the first token of a source
  // or a target. At least 0.
  int64_t first_position = 0;
  DecoderSelfLayer decoder_self_layer = DecoderSelfLayer::kAttention;
  // Whether embeddings are multiplied by sqrt(d_model), as in the paper
  // (Vaswani et al. 2017).
  bool scale_embedding = true;
  // Whether the logits have a bias.
  bool has_logits_bias = true;
  // Whether the weight of the logits is the embedding of the target tokens.
  // False means that the logits have a weight of their own.
  bool has_tied_output = true;
  // Maximum number of tokens of a source text, and of a translation, including
  // the tag and the end symbol.
  int64_t max_position_embeddings = 512;
  int32_t pad_token_id = 31999;
  int32_t eos_token_id = 0;
  int32_t decoder_start_token_id = 31999;

  bool has_source_embedding() const { return separate_source_vocab_size != 0; }
  int64_t source_vocab_size() const {
    return has_source_embedding() ? separate_source_vocab_size : vocab_size;
  }
};

// Returns INVALID_ARGUMENT in three cases: a number of `config` is out of
// range, d_model is odd, or a number of heads does not divide d_model. A
// special token id must be in the vocabulary; the end symbol must be in both
// vocabularies. The message has the name of the value, the value and the
// allowed values.
absl::Status ValidateModelConfig(const ModelConfig& config);

// Returns the number of trainable parameters: all elements of ParametersOf()
// except the bias of the logits, which is not trained.
int64_t CountParameters(const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CONFIG_MODEL_CONFIG_H_
