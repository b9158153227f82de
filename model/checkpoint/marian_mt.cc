#include "model/checkpoint/marian_mt.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/hugging_face_parts.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/json_fields.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/vocabulary_json.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kIndent = 2;
constexpr char kArchitecture[] = "MarianMTModel";

constexpr std::pair<const char*, bool> kRequired[] = {
    {"is_encoder_decoder", true},
    {"is_decoder", false},
    {"static_position_embeddings", true},
    {"normalize_before", false},
    {"add_final_layer_norm", false},
    {"normalize_embedding", false},
    {"tie_word_embeddings", true},
    {"share_encoder_decoder_embeddings", true},
};
constexpr const char* kRefused[] = {"quantization_config",
                                    "forced_bos_token_id"};
constexpr HuggingFaceArchitecture kExpected = {
    .class_name = kArchitecture, .required = kRequired, .refused = kRefused};

// Keys that only this project writes and reads. transformers ignores them.
constexpr char kEpsilonKey[] = "interpres_layer_norm_epsilon";
constexpr char kFormulaKey[] = "interpres_position_formula";
constexpr char kRulesKey[] = "interpres_source_rules";
constexpr char kMarianFormula[] = "marian";
constexpr char kOpusMtRules[] = "opus-mt";

// The target side must have the source's vocabulary, and generation the end
// symbol of the model.
absl::Status CheckTying(const JsonFields& fields, const ModelConfig& config) {
  INTERPRES_RETURN_IF_ERROR(
      fields.RequireIfPresent("decoder_vocab_size", config.vocab_size));
  return fields.RequireIfPresent("forced_eos_token_id", config.eos_token_id);
}

// Reads what differs from a network of transformers. Absent keys mean
// MarianMT's.
absl::Status ReadDifferences(const JsonFields& fields, ModelConfig& config) {
  INTERPRES_ASSIGN_OR_RETURN(const auto epsilon, fields.Number(kEpsilonKey));
  if (epsilon.has_value()) {
    config.layer_norm_epsilon = static_cast<float>(*epsilon);
  }
  INTERPRES_ASSIGN_OR_RETURN(const auto formula, fields.String(kFormulaKey));
  config.position_formula =
      formula.has_value() ? PositionFormula::kMarian : PositionFormula::kPaper;
  return fields.RequireIfPresent(kFormulaKey, kMarianFormula);
}

absl::StatusOr<SourceRules> ParseSourceRules(std::string_view text,
                                             std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_RETURN_IF_ERROR(fields.RequireIfPresent(kRulesKey, kOpusMtRules));
  return fields.Find(kRulesKey) == nullptr ? SourceRules::kNone
                                           : SourceRules::kOpusMt;
}

// Adds the keys of ReadDifferences and ParseSourceRules.
void WriteDifferences(const ModelConfig& config, SourceRules source_rules,
                      ordered_json& document) {
  if (config.layer_norm_epsilon != kTorchNormEpsilon) {
    // The shortest decimal number that is read as this float.
    document[kEpsilonKey] =
        json::parse(absl::StrCat(config.layer_norm_epsilon));
  }
  if (config.position_formula == PositionFormula::kMarian) {
    document[kFormulaKey] = kMarianFormula;
  }
  if (source_rules == SourceRules::kOpusMt) {
    document[kRulesKey] = kOpusMtRules;
  }
}

bool NormalizesBefore(NormPlacement placement) {
  switch (placement) {
    case NormPlacement::kAfterResidual:
      return false;
    case NormPlacement::kBeforeSublayer:
      return true;
  }
  return false;
}

absl::StatusOr<ModelConfig> ParseModelConfig(std::string_view text,
                                             std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_ASSIGN_OR_RETURN(const std::string type,
                             fields.RequiredString("model_type"));
  if (type != "marian") {
    return fields.Unexpected("model_type", type,
                             "\"marian\", \"m2m_100\" or \"interpres\"");
  }
  INTERPRES_RETURN_IF_ERROR(CheckArchitecture(fields, kExpected));
  ModelConfig config;
  INTERPRES_RETURN_IF_ERROR(ReadSizes(fields, config));
  INTERPRES_RETURN_IF_ERROR(CheckTying(fields, config));
  // The defaults of absent keys are MarianConfig's.
  INTERPRES_RETURN_IF_ERROR(ReadActivation(fields, "gelu", config));
  INTERPRES_ASSIGN_OR_RETURN(const auto scale,
                             fields.Boolean("scale_embedding"));
  config.scale_embedding = scale.value_or(false);
  // CheckArchitecture() refuses every other network.
  config.norm_placement = NormPlacement::kAfterResidual;
  INTERPRES_RETURN_IF_ERROR(ReadDifferences(fields, config));
  config.decoder_self_layer = DecoderSelfLayer::kAttention;
  INTERPRES_RETURN_IF_ERROR(ValidConfig(config, file).status());
  if (config.decoder_start_token_id != config.pad_token_id) {
    return fields.Unexpected(
        "decoder_start_token_id", config.decoder_start_token_id,
        absl::StrCat("pad_token_id, ", config.pad_token_id));
  }
  return config;
}

std::string SerializeModelConfig(const ModelConfig& config,
                                 SourceRules source_rules) {
  ordered_json document = {
      {"architectures", ordered_json::array({kArchitecture})},
      {"model_type", "marian"},
      {"is_encoder_decoder", true},
      {"vocab_size", config.vocab_size},
      {"decoder_vocab_size", config.vocab_size},
      {"d_model", config.d_model},
      {"encoder_layers", config.encoder_layers},
      {"decoder_layers", config.decoder_layers},
      {"num_hidden_layers", config.encoder_layers},
      {"encoder_attention_heads", config.encoder_attention_heads},
      {"decoder_attention_heads", config.decoder_attention_heads},
      {"encoder_ffn_dim", config.encoder_ffn_dim},
      {"decoder_ffn_dim", config.decoder_ffn_dim},
      {"activation_function", ActivationName(config.activation)},
      {"max_position_embeddings", config.max_position_embeddings},
      {"scale_embedding", config.scale_embedding},
      {"static_position_embeddings", true},
      {"normalize_before", NormalizesBefore(config.norm_placement)},
      {"add_final_layer_norm", false},
      {"normalize_embedding", false},
      {"tie_word_embeddings", true},
      {"share_encoder_decoder_embeddings", true},
      {"pad_token_id", config.pad_token_id},
      {"eos_token_id", config.eos_token_id},
      {"forced_eos_token_id", config.eos_token_id},
      {"decoder_start_token_id", config.decoder_start_token_id},
      {"dropout", 0.1},
      {"attention_dropout", 0.0},
      {"activation_dropout", 0.0},
      {"use_cache", true},
  };
  WriteDifferences(config, source_rules, document);
  return document.dump(kIndent) + "\n";
}

absl::StatusOr<LanguageDirection> ParseTokenizerConfig(std::string_view text,
                                                       std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_RETURN_IF_ERROR(
      fields.RequireIfPresent("tokenizer_class", "MarianTokenizer"));
  INTERPRES_RETURN_IF_ERROR(fields.RequireIfPresent("separate_vocabs", false));
  INTERPRES_ASSIGN_OR_RETURN(auto source, fields.String("source_lang"));
  INTERPRES_ASSIGN_OR_RETURN(auto target, fields.String("target_lang"));
  return LanguageDirection{.source = std::move(source).value_or(""),
                           .target = std::move(target).value_or("")};
}

std::string SerializeTokenizerConfig(const ModelConfig& config,
                                     std::string_view source_language,
                                     std::string_view target_language) {
  ordered_json document = {
      {"tokenizer_class", "MarianTokenizer"},
      {"eos_token", kEndPiece},
      {"unk_token", kUnknownPiece},
      {"pad_token", kPaddingPiece},
      {"separate_vocabs", false},
      {"model_max_length", config.max_position_embeddings},
  };
  if (!source_language.empty()) {
    document["source_lang"] = source_language;
  }
  if (!target_language.empty()) {
    document["target_lang"] = target_language;
  }
  return document.dump(kIndent) + "\n";
}

absl::Status ReadTokenizer(const fs::path& path,
                           ModelDescription& description) {
  const fs::path vocabulary_file = path / "vocab.json";
  INTERPRES_ASSIGN_OR_RETURN(const std::string vocabulary_text,
                             ReadJson(vocabulary_file));
  INTERPRES_ASSIGN_OR_RETURN(
      description.vocabulary,
      ParseVocabulary(vocabulary_text, vocabulary_file.string()));
  INTERPRES_RETURN_IF_ERROR(ValidateVocabulary(
      description.vocabulary, description.config, vocabulary_file.string()));
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm,
                             ReadSpm(path / "source.spm"));
  INTERPRES_ASSIGN_OR_RETURN(description.target_spm,
                             ReadSpm(path / "target.spm"));
  return absl::OkStatus();
}

}  // namespace

bool IsMarianMtNetwork(const ModelConfig& config) {
  return CheckMarianMtLayout(config).ok() &&
         config.layer_norm_epsilon == kTorchNormEpsilon &&
         config.position_formula == PositionFormula::kPaper;
}

absl::Status CheckMarianMtLayout(const ModelConfig& config) {
  const std::pair<bool, const char*> reasons[] = {
      {config.decoder_self_layer != DecoderSelfLayer::kAttention,
       "the decoder has an SSRU; expected self-attention"},
      {config.norm_placement != NormPlacement::kAfterResidual,
       "the layer norms stand before the sublayers; expected layer norms "
       "behind the sublayers"},
      {config.first_position != 0,
       "the first position is not 0; expected position 0"},
      {!config.has_logits_bias,
       "the logits have no bias; expected a bias of the logits"},
      {config.has_source_embedding() || !config.has_tied_output,
       "source, target and output layer have several embeddings; expected one "
       "embedding"},
  };
  for (const auto& [differs, reason] : reasons) {
    if (differs) {
      return absl::InvalidArgumentError(
          absl::StrCat(reason,
                       " in the MarianMT layout, which cannot state this "
                       "network; serve the model in its own files"));
    }
  }
  return absl::OkStatus();
}

const ModelFamily kMarianMt = {
    .name = "MarianMT",
    .config_file = "config.json",
    .parse_config = ParseModelConfig,
    .serialize_config = SerializeModelConfig,
    .parse_source_rules = ParseSourceRules,
    .parse_tokenizer_config = ParseTokenizerConfig,
    .read_tokenizer = ReadTokenizer,
    .serialize_tokenizer_config = SerializeTokenizerConfig,
    .tensor_name = HuggingFaceTensorName,
    .copy_of = HuggingFaceCopyOf,
    .token_template = TokenTemplate::kMarian,
};

}  // namespace interpres
