#include "model/checkpoint/marian_model_config.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "model/base/status.h"
#include "model/checkpoint/flat_yaml.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

// A key of text with the values that we compute.
struct TextRule {
  const char* key;
  const char* absent;  // Marian's default
  std::vector<std::string> allowed;
  const char* expected;
};

absl::Status CheckTexts(const FlatYaml& yaml) {
  const std::vector<TextRule> rules = {
      {"type",
       "amun",
       {"transformer"},
       "expected \"transformer\"; other architectures of Marian are not "
       "supported"},
      {"transformer-attention-mask",
       "default",
       {"", "default"},
       "expected \"default\"; ALiBi is not supported"},
      {"transformer-postprocess-emb",
       "d",
       {"", "d"},
       "expected \"d\" or \"\"; a layer norm of the embeddings is not "
       "supported"},
  };
  for (const TextRule& rule : rules) {
    INTERPRES_ASSIGN_OR_RETURN(const std::string found,
                               yaml.String(rule.key, rule.absent));
    if (std::ranges::find(rule.allowed, found) == rule.allowed.end()) {
      return yaml.Unexpected(rule.key, Quoted(found), rule.expected);
    }
  }
  return absl::OkStatus();
}

// Switches of Marian that change the network.
absl::Status CheckSwitches(const FlatYaml& yaml) {
  for (const char* key :
       {"transformer-train-position-embeddings", "transformer-no-projection",
        "transformer-no-bias", "transformer-no-affine", "transformer-pool",
        "output-omit-bias", "right-left", "ulr", "transformer-rnn-projection",
        "transformer-disable-position-embeddings"}) {
    INTERPRES_ASSIGN_OR_RETURN(const bool found, yaml.Boolean(key, false));
    if (found) {
      return yaml.Unexpected(key, "true",
                             "expected false; this variant of the network is "
                             "not supported");
    }
  }
  for (const char* key : {"transformer-tied-layers", "factors-dim-emb",
                          "lemma-dim-emb", "lemma-dependency"}) {
    INTERPRES_ASSIGN_OR_RETURN(const auto found, yaml.List(key));
    const bool is_off = found.empty() ||
                        found == std::vector<std::string>{""} ||
                        found == std::vector<std::string>{"0"};
    if (!is_off) {
      return yaml.Unexpected(key, Quoted(found.front()),
                             "expected no value; tied layers and factors are "
                             "not supported");
    }
  }
  return absl::OkStatus();
}

// Returns whether the output layer uses the embedding of the target tokens.
absl::StatusOr<bool> ReadTiedOutput(const FlatYaml& yaml,
                                    const MarianTables& tables) {
  INTERPRES_ASSIGN_OR_RETURN(const bool all,
                             yaml.Boolean("tied-embeddings-all", false));
  INTERPRES_ASSIGN_OR_RETURN(const bool output,
                             yaml.Boolean("tied-embeddings", false));
  if (all || output || tables.has_output) {
    return all || output;
  }
  return yaml.Unexpected("tied-embeddings", "false",
                         "expected true, because the file has no matrix "
                         "decoder_ff_logit_out_Wt; train the model with "
                         "--tied-embeddings or --tied-embeddings-all");
}

// Returns the numbers of the version "v1.12.42 COMMIT DATE", or as many of them
// as can be read.
std::vector<int64_t> VersionNumbers(std::string_view version) {
  std::vector<int64_t> found;
  for (const absl::string_view part : absl::StrSplit(
           absl::StripPrefix(AsAbsl(version.substr(0, version.find(' '))), "v"),
           '.')) {
    int64_t number = 0;
    if (!absl::SimpleAtoi(part, &number)) {
      break;
    }
    found.push_back(number);
  }
  return found;
}

// The oldest version whose scores were compared with ours.
const std::vector<int64_t>& ComparedVersion() {
  static const auto* version = new std::vector<int64_t>{1, 12, 42};
  return *version;
}

// The operations around a sublayer, without "d" for dropout: "n" is a layer
// norm, "a" adds the residual.
absl::StatusOr<std::string> ReadOperations(const FlatYaml& yaml,
                                           const char* key,
                                           const char* absent) {
  INTERPRES_ASSIGN_OR_RETURN(std::string found, yaml.String(key, absent));
  std::erase(found, 'd');
  return found;
}

absl::StatusOr<DecoderSelfLayer> ReadDecoderSelfLayer(const FlatYaml& yaml) {
  constexpr char kKey[] = "transformer-decoder-autoreg";
  INTERPRES_ASSIGN_OR_RETURN(const std::string found,
                             yaml.String(kKey, "self-attention"));
  if (found == "self-attention") {
    return DecoderSelfLayer::kAttention;
  }
  if (found != "rnn") {
    return yaml.Unexpected(kKey, Quoted(found),
                           "expected \"self-attention\", or \"rnn\" with "
                           "dec-cell \"ssru\"; others are not supported");
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string cell,
                             yaml.String("dec-cell", "gru"));
  if (cell != "ssru") {
    return yaml.Unexpected("dec-cell", Quoted(cell),
                           "expected \"ssru\"; other recurrent decoders are "
                           "not supported");
  }
  INTERPRES_ASSIGN_OR_RETURN(const bool normalizes_inside,
                             yaml.Boolean("layer-normalization", false));
  if (normalizes_inside) {
    return yaml.Unexpected("layer-normalization", "true",
                           "expected false; layer norms inside of the SSRU are "
                           "not supported");
  }
  return DecoderSelfLayer::kSsru;
}

absl::StatusOr<NormPlacement> ReadNormPlacement(const FlatYaml& yaml) {
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string before,
      ReadOperations(yaml, "transformer-preprocess", ""));
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string after,
      ReadOperations(yaml, "transformer-postprocess", "dan"));
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string top,
      ReadOperations(yaml, "transformer-postprocess-top", ""));
  if (before.empty() && after == "an" && top.empty()) {
    return NormPlacement::kAfterResidual;
  }
  if (before != "n" || after != "a" || top != "n") {
    return yaml.Unexpected(
        "transformer-postprocess",
        absl::StrCat(Quoted(after), " with transformer-preprocess ",
                     Quoted(before), " and transformer-postprocess-top ",
                     Quoted(top)),
        "expected \"dan\" with \"\" and \"\" (layer norms behind the "
        "sublayers), or \"da\" with \"n\" and \"n\" (before them)");
  }
  // Versions of Marian long ago did not normalise keys and values.
  INTERPRES_ASSIGN_OR_RETURN(const std::string version,
                             yaml.String("version", ""));
  if (VersionNumbers(version) < ComparedVersion()) {
    return yaml.Unexpected(
        "version", Quoted(version),
        "expected v1.12.42 or later, because older versions may compute layer "
        "norms before the sublayers in another way; train the model with a "
        "newer version");
  }
  return NormPlacement::kBeforeSublayer;
}

// What Marian calls gelu was quick gelu for years. Version 1.12.42 computes the
// exact gelu, as its scores show. Which version between them changed it is not
// known; older ones count as quick.
absl::StatusOr<Activation> ReadActivation(const FlatYaml& yaml) {
  constexpr char kKey[] = "transformer-ffn-activation";
  INTERPRES_ASSIGN_OR_RETURN(const std::string name,
                             yaml.String(kKey, "swish"));
  INTERPRES_ASSIGN_OR_RETURN(const std::string version,
                             yaml.String("version", ""));
  if (name == "relu") {
    return Activation::kRelu;
  }
  if (name == "swish") {
    return Activation::kSwish;
  }
  if (name == "gelu") {
    return VersionNumbers(version) >= ComparedVersion()
               ? Activation::kGelu
               : Activation::kQuickGelu;
  }
  return yaml.Unexpected(kKey, Quoted(name), "expected relu, swish or gelu");
}

// Feed-forward sublayers have two linear layers, as in the paper.
absl::Status CheckDepths(const FlatYaml& yaml) {
  for (const auto& [key, absent] :
       {std::pair<const char*, int64_t>{"transformer-ffn-depth", 2},
        std::pair<const char*, int64_t>{"transformer-decoder-ffn-depth", 0}}) {
    INTERPRES_ASSIGN_OR_RETURN(const int64_t depth, yaml.Integer(key, absent));
    if (depth != 2 && depth != absent) {
      return yaml.Unexpected(key, absl::StrCat(depth),
                             "expected 2; deeper feed-forward sublayers are "
                             "not supported");
    }
  }
  return absl::OkStatus();
}

// The keys and their defaults in Marian.
absl::Status ReadMarianSizes(const FlatYaml& yaml, ModelConfig& config) {
  struct Size {
    const char* key;
    int64_t absent;
    int64_t* field;
  };
  const Size sizes[] = {
      {"dim-emb", 512, &config.d_model},
      {"enc-depth", 1, &config.encoder_layers},
      {"dec-depth", 1, &config.decoder_layers},
      {"transformer-heads", 8, &config.encoder_attention_heads},
      {"transformer-dim-ffn", 2048, &config.encoder_ffn_dim},
      {"transformer-decoder-dim-ffn", 0, &config.decoder_ffn_dim},
  };
  for (const Size& size : sizes) {
    INTERPRES_ASSIGN_OR_RETURN(*size.field,
                               yaml.Integer(size.key, size.absent));
  }
  config.decoder_attention_heads = config.encoder_attention_heads;
  if (config.decoder_ffn_dim == 0) {
    config.decoder_ffn_dim = config.encoder_ffn_dim;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ModelConfig> ParseMarianModelConfig(std::string_view text,
                                                   std::string_view file,
                                                   const MarianTables& tables) {
  INTERPRES_ASSIGN_OR_RETURN(const FlatYaml yaml, FlatYaml::Parse(text, file));
  INTERPRES_RETURN_IF_ERROR(CheckTexts(yaml));
  INTERPRES_RETURN_IF_ERROR(CheckSwitches(yaml));
  INTERPRES_ASSIGN_OR_RETURN(const bool has_tied_output,
                             ReadTiedOutput(yaml, tables));
  INTERPRES_RETURN_IF_ERROR(CheckDepths(yaml));
  INTERPRES_ASSIGN_OR_RETURN(const NormPlacement norm_placement,
                             ReadNormPlacement(yaml));
  INTERPRES_ASSIGN_OR_RETURN(const DecoderSelfLayer decoder_self_layer,
                             ReadDecoderSelfLayer(yaml));
  ModelConfig config = {
      .vocab_size = tables.target_rows + 1,
      .separate_source_vocab_size = tables.source_rows,
      .norm_placement = norm_placement,
      .layer_norm_epsilon = kMarianNormEpsilon,
      .position_formula = PositionFormula::kMarian,
      .decoder_self_layer = decoder_self_layer,
      .scale_embedding = true,
      .has_tied_output = has_tied_output,
      .max_position_embeddings = kMarianPositions,
      .pad_token_id = static_cast<int32_t>(tables.target_rows),
      .eos_token_id = 0,
      .decoder_start_token_id = static_cast<int32_t>(tables.target_rows),
  };
  INTERPRES_RETURN_IF_ERROR(ReadMarianSizes(yaml, config));
  INTERPRES_ASSIGN_OR_RETURN(config.activation, ReadActivation(yaml));
  if (const absl::Status valid = ValidateModelConfig(config); !valid.ok()) {
    return absl::Status(valid.code(),
                        absl::StrCat(AsAbsl(file), ": ", valid.message()));
  }
  return config;
}

}  // namespace interpres
