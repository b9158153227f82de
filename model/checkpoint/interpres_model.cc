#include "model/checkpoint/interpres_model.h"

#include <algorithm>
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
#include "model/checkpoint/marian_mt.h"
#include "model/checkpoint/model_directory.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kIndent = 2;
constexpr char kModelType[] = "model_type";
constexpr char kOurType[] = "interpres";
constexpr char kMarianType[] = "marian";
constexpr char kSelfLayer[] = "decoder_self_layer";
constexpr char kNormPlacement[] = "norm_placement";
// Keys of MarianMT that the keys above replace, and its class name.
constexpr const char* kReplaced[] = {"architectures", "normalize_before",
                                     "add_final_layer_norm"};

// The network that a config.json of MarianMT would state with the other keys.
ModelConfig MarianMtPart(ModelConfig config) {
  config.norm_placement = NormPlacement::kAfterResidual;
  config.decoder_self_layer = DecoderSelfLayer::kAttention;
  return config;
}

std::string SerializeModelConfig(const ModelConfig& config,
                                 SourceRules source_rules) {
  const ordered_json marian = ordered_json::parse(
      kMarianMt.serialize_config(MarianMtPart(config), source_rules));
  ordered_json document = {
      {kModelType, kOurType},
      {kSelfLayer, DecoderSelfLayerName(config.decoder_self_layer)},
      {kNormPlacement, NormPlacementName(config.norm_placement)},
  };
  for (const auto& [key, value] : marian.items()) {
    if (key != kModelType &&
        std::ranges::find(kReplaced, key) == std::end(kReplaced)) {
      document[key] = value;
    }
  }
  return document.dump(kIndent) + "\n";
}

// A key that this program does not write could ask for another network.
absl::Status CheckKeys(const json& document, const JsonFields& fields,
                       const ModelConfig& config) {
  // The rules have a key, and the lack of rules has none.
  const json known =
      json::parse(SerializeModelConfig(config, SourceRules::kOpusMt));
  for (const auto& [key, value] : document.items()) {
    if (!known.contains(key)) {
      return fields.Unexpected(
          key, value,
          "no such key in a model of type \"interpres\"; remove the key, or "
          "use the version of Interpres that wrote it");
    }
  }
  return absl::OkStatus();
}

// Reads a key whose value is a name that `parse` knows.
template <typename Value>
absl::StatusOr<Value> ReadName(
    const JsonFields& fields, const char* key,
    std::optional<Value> (*parse)(std::string_view name),
    std::string_view names) {
  INTERPRES_ASSIGN_OR_RETURN(const std::string name,
                             fields.RequiredString(key));
  const std::optional<Value> value = parse(name);
  if (!value.has_value()) {
    return fields.Unexpected(
        key, name,
        absl::StrCat(AsAbsl(names),
                     "; correct the key, or use the version of Interpres that "
                     "wrote it"));
  }
  return *value;
}

absl::StatusOr<ModelConfig> ParseModelConfig(std::string_view text,
                                             std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const JsonFields fields(document, std::string(file));
  INTERPRES_ASSIGN_OR_RETURN(const std::string type,
                             fields.RequiredString(kModelType));
  if (type != kOurType) {
    return fields.Unexpected(kModelType, type, "\"interpres\"");
  }
  INTERPRES_ASSIGN_OR_RETURN(const DecoderSelfLayer self_layer,
                             ReadName(fields, kSelfLayer, ParseDecoderSelfLayer,
                                      "\"attention\" or \"ssru\""));
  INTERPRES_ASSIGN_OR_RETURN(
      const NormPlacement placement,
      ReadName(fields, kNormPlacement, ParseNormPlacement,
               "\"after\" or \"before\""));
  // The other keys are MarianMT's, with the same rules.
  json marian = document;
  marian.erase(kSelfLayer);
  marian.erase(kNormPlacement);
  marian[kModelType] = kMarianType;
  INTERPRES_ASSIGN_OR_RETURN(ModelConfig config,
                             kMarianMt.parse_config(marian.dump(), file));
  config.decoder_self_layer = self_layer;
  config.norm_placement = placement;
  INTERPRES_RETURN_IF_ERROR(CheckKeys(document, fields, config));
  return config;
}

// kMarianMt is constant only at run time.
absl::StatusOr<SourceRules> ParseSourceRules(std::string_view text,
                                             std::string_view file) {
  return kMarianMt.parse_source_rules(text, file);
}

absl::StatusOr<LanguageDirection> ParseTokenizerConfig(std::string_view text,
                                                       std::string_view file) {
  return kMarianMt.parse_tokenizer_config(text, file);
}

std::string SerializeTokenizerConfig(const ModelConfig& config,
                                     std::string_view source_language,
                                     std::string_view target_language) {
  return kMarianMt.serialize_tokenizer_config(config, source_language,
                                              target_language);
}

absl::Status ReadTokenizer(const fs::path& path,
                           ModelDescription& description) {
  return kMarianMt.read_tokenizer(path, description);
}

}  // namespace

bool IsInterpresConfig(std::string_view text) {
  const auto document = ParseJsonObject(text, "config.json");
  return document.ok() && document->contains(kModelType) &&
         (*document)[kModelType] == kOurType;
}

bool IsTrainableNetwork(const ModelConfig& config) {
  return IsMarianMtNetwork(MarianMtPart(config));
}

absl::Status CheckInterpresLayout(const ModelConfig& config) {
  return CheckMarianMtLayout(MarianMtPart(config));
}

const ModelFamily kInterpresModel = {
    .name = "Interpres",
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
