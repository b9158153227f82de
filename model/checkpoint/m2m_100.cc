#include "model/checkpoint/m2m_100.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "model/base/status.h"
#include "model/checkpoint/hugging_face_parts.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/json_fields.h"
#include "model/checkpoint/m2m_100_vocabulary.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/vocabulary_json.h"
#include "model/config/piece_ids.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;

constexpr char kModelType[] = "m2m_100";
constexpr std::pair<const char*, bool> kRequired[] = {
    {"is_encoder_decoder", true},
    {"is_decoder", false},
    {"tie_word_embeddings", true},
};
constexpr const char* kRefused[] = {"quantization_config"};
constexpr HuggingFaceArchitecture kArchitecture = {
    .class_name = "M2M100ForConditionalGeneration",
    .required = kRequired,
    .refused = kRefused};

absl::StatusOr<ModelConfig> ParseConfig(std::string_view text,
                                        std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_ASSIGN_OR_RETURN(const std::string type,
                             fields.RequiredString("model_type"));
  if (type != kModelType) {
    return fields.Unexpected("model_type", type, "\"m2m_100\"");
  }
  INTERPRES_RETURN_IF_ERROR(CheckArchitecture(fields, kArchitecture));
  ModelConfig config;
  INTERPRES_RETURN_IF_ERROR(ReadSizes(fields, config));
  // The defaults of absent keys are M2M100Config's.
  INTERPRES_RETURN_IF_ERROR(ReadActivation(fields, "relu", config));
  INTERPRES_ASSIGN_OR_RETURN(const auto scale,
                             fields.Boolean("scale_embedding"));
  config.scale_embedding = scale.value_or(true);
  config.norm_placement = NormPlacement::kBeforeSublayer;
  config.position_formula = PositionFormula::kMarian;
  config.first_position = int64_t{config.pad_token_id} + 1;
  config.has_logits_bias = false;
  return ValidConfig(config, file);
}

absl::StatusOr<LanguageDirection> ParseTokenizerConfig(std::string_view text,
                                                       std::string_view file) {
  constexpr std::array<std::string_view, 3> kClasses = {
      "M2M100Tokenizer", "NllbTokenizer", "NllbTokenizerFast"};
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_ASSIGN_OR_RETURN(const auto name, fields.String("tokenizer_class"));
  if (name.has_value() &&
      std::ranges::find(kClasses, *name) == kClasses.end()) {
    return fields.Unexpected("tokenizer_class", *name,
                             "M2M100Tokenizer or NllbTokenizer");
  }
  INTERPRES_RETURN_IF_ERROR(
      fields.RequireIfPresent("language_codes", "m2m100"));
  INTERPRES_RETURN_IF_ERROR(fields.RequireIfPresent("legacy_behaviour", false));
  return LanguageDirection();
}

absl::Status ReadTokenizer(const fs::path& path,
                           ModelDescription& description) {
  INTERPRES_ASSIGN_OR_RETURN(description.source_spm,
                             ReadSpm(path / "sentencepiece.bpe.model"));
  description.target_spm = description.source_spm;
  const int64_t size = description.config.vocab_size;
  const fs::path vocabulary_file = path / "vocab.json";
  INTERPRES_ASSIGN_OR_RETURN(const auto vocabulary_text,
                             ReadOptionalJson(vocabulary_file));
  if (vocabulary_text.has_value()) {
    INTERPRES_ASSIGN_OR_RETURN(
        PieceIds pieces,
        ParseVocabulary(*vocabulary_text, vocabulary_file.string()));
    INTERPRES_ASSIGN_OR_RETURN(
        description.vocabulary,
        M2m100Vocabulary(std::move(pieces), size, vocabulary_file.string()));
  } else {
    INTERPRES_ASSIGN_OR_RETURN(const auto tokenizer_json,
                               ReadOptionalJson(path / "tokenizer.json"));
    INTERPRES_ASSIGN_OR_RETURN(
        description.vocabulary,
        NllbVocabulary(description.source_spm, tokenizer_json, size,
                       path.string()));
  }
  SuppressUnused(description.vocabulary, description.generation);
  return ValidateVocabulary(description.vocabulary, description.config,
                            path.string());
}

}  // namespace

bool IsM2m100Config(std::string_view text) {
  const auto document = ParseJsonObject(text, "config.json");
  return document.ok() && document->contains("model_type") &&
         (*document)["model_type"] == kModelType;
}

const ModelFamily kM2m100 = {
    .name = "M2M-100",
    .config_file = "config.json",
    .parse_config = ParseConfig,
    .serialize_config = nullptr,
    .parse_source_rules = nullptr,
    .parse_tokenizer_config = ParseTokenizerConfig,
    .read_tokenizer = ReadTokenizer,
    .serialize_tokenizer_config = nullptr,
    .tensor_name = HuggingFaceTensorName,
    .copy_of = HuggingFaceCopyOf,
    .token_template = TokenTemplate::kM2m100,
    .requires_tokenizer_config = true,
    .supports_shortlist = false,
};

}  // namespace interpres
