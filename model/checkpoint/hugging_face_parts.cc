// Tested by marian_mt_test.cc and m2m_100_test.cc.

#include "model/checkpoint/hugging_face_parts.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/read_file.h"
#include "model/base/status.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMaxJsonBytes = int64_t{64} << 20;
constexpr int64_t kMaxSpmBytes = int64_t{64} << 20;

// How the names of the sublayer's tensors begin. A feed-forward sublayer has
// no such word: its tensors are the layer's own.
std::string SublayerName(Sublayer sublayer) {
  switch (sublayer) {
    case Sublayer::kSelfAttention:
      return "self_attn";
    case Sublayer::kCrossAttention:
      return "encoder_attn";
    case Sublayer::kFeedForward:
      return "";
    case Sublayer::kSsru:
      return "ssru";
  }
  return "";
}

std::string ComponentName(Sublayer sublayer, Component component) {
  const std::string name = SublayerName(sublayer);
  switch (component) {
    case Component::kQuery:
      return name + ".q_proj";
    case Component::kKey:
      return name + ".k_proj";
    case Component::kValue:
      return name + ".v_proj";
    case Component::kOutput:
      return name + ".out_proj";
    case Component::kUp:
      return "fc1";
    case Component::kDown:
      return "fc2";
    case Component::kForget:
      return name + ".forget_proj";
    case Component::kCandidate:
      return name + ".candidate_proj";
    case Component::kNorm:
      return (name.empty() ? "final" : name) + "_layer_norm";
  }
  return "";
}

}  // namespace

absl::Status CheckArchitecture(const JsonFields& fields,
                               const HuggingFaceArchitecture& expected) {
  const nlohmann::json* names = fields.Find("architectures");
  const std::string class_name(expected.class_name);
  if (names != nullptr && *names != nlohmann::json::array({class_name})) {
    return fields.Unexpected("architectures", *names,
                             absl::StrCat("[\"", class_name, "\"]"));
  }
  for (const auto& [key, value] : expected.required) {
    INTERPRES_RETURN_IF_ERROR(fields.RequireIfPresent(key, value));
  }
  for (const char* key : expected.refused) {
    if (const nlohmann::json* found = fields.Find(key); found != nullptr) {
      return fields.Unexpected(key, *found, "no such key: not supported");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<ModelConfig> ValidConfig(const ModelConfig& config,
                                        std::string_view file) {
  if (const absl::Status valid = ValidateModelConfig(config); !valid.ok()) {
    return absl::Status(valid.code(),
                        absl::StrCat(AsAbsl(file), ": ", valid.message()));
  }
  return config;
}

absl::Status ReadSizes(const JsonFields& fields, ModelConfig& config) {
  const std::pair<const char*, int64_t*> sizes[] = {
      {"vocab_size", &config.vocab_size},
      {"d_model", &config.d_model},
      {"encoder_layers", &config.encoder_layers},
      {"decoder_layers", &config.decoder_layers},
      {"encoder_attention_heads", &config.encoder_attention_heads},
      {"decoder_attention_heads", &config.decoder_attention_heads},
      {"encoder_ffn_dim", &config.encoder_ffn_dim},
      {"decoder_ffn_dim", &config.decoder_ffn_dim},
      {"max_position_embeddings", &config.max_position_embeddings},
  };
  for (const auto& [key, field] : sizes) {
    INTERPRES_ASSIGN_OR_RETURN(*field, fields.RequiredInteger(key));
  }
  const std::pair<const char*, int32_t*> ids[] = {
      {"pad_token_id", &config.pad_token_id},
      {"eos_token_id", &config.eos_token_id},
      {"decoder_start_token_id", &config.decoder_start_token_id},
  };
  for (const auto& [key, field] : ids) {
    INTERPRES_ASSIGN_OR_RETURN(const int64_t id, fields.RequiredInteger(key));
    *field = static_cast<int32_t>(id);
    if (*field != id) {
      return fields.Unexpected(key, id, "a token id");
    }
  }
  return absl::OkStatus();
}

absl::Status ReadActivation(const JsonFields& fields,
                            std::string_view default_name,
                            ModelConfig& config) {
  INTERPRES_ASSIGN_OR_RETURN(const auto name,
                             fields.String("activation_function"));
  const std::string chosen = name.value_or(std::string(default_name));
  const auto parsed = ParseActivation(chosen);
  if (!parsed.ok()) {
    return fields.Unexpected("activation_function", chosen,
                             "relu, gelu, swish or quick_gelu");
  }
  config.activation = *parsed;
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadJson(const fs::path& path) {
  return ReadFile(path, kMaxJsonBytes);
}

absl::StatusOr<std::optional<std::string>> ReadOptionalJson(
    const fs::path& path) {
  auto text = ReadJson(path);
  if (absl::IsNotFound(text.status())) {
    return std::nullopt;
  }
  if (!text.ok()) {
    return text.status();
  }
  return *std::move(text);
}

absl::StatusOr<std::string> ReadSpm(const fs::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(std::string bytes, ReadFile(path, kMaxSpmBytes));
  if (bytes.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path.string(), ": it is empty; expected a SentencePiece model"));
  }
  return bytes;
}

std::string HuggingFaceTensorName(const ParameterId& id) {
  switch (id.kind) {
    case ParameterKind::kEmbedding:
      return "model.shared.weight";
    case ParameterKind::kLogitsBias:
      return "final_logits_bias";
    case ParameterKind::kSourceEmbedding:
      return "model.encoder.embed_tokens.weight";
    case ParameterKind::kLogitsWeight:
      return "lm_head.weight";
    case ParameterKind::kOfStack:
      return absl::StrCat(
          "model.", StackName(id.sublayer.stack),
          id.part == Part::kWeight ? ".layer_norm.weight" : ".layer_norm.bias");
    case ParameterKind::kOfSublayer:
      break;
  }
  return absl::StrCat("model.", StackName(id.sublayer.stack), ".layers.",
                      id.sublayer.layer, ".",
                      ComponentName(id.sublayer.sublayer, id.component),
                      id.part == Part::kWeight ? ".weight" : ".bias");
}

std::string PositionsCopyName(Stack stack) {
  return absl::StrCat("model.", StackName(stack), ".embed_positions.weight");
}

std::optional<StoredCopy> HuggingFaceCopyOf(std::string_view name) {
  if (name == "model.encoder.embed_tokens.weight" ||
      name == "model.decoder.embed_tokens.weight" || name == "lm_head.weight") {
    return StoredCopy::kEmbedding;
  }
  if (name == PositionsCopyName(Stack::kEncoder) ||
      name == PositionsCopyName(Stack::kDecoder)) {
    return StoredCopy::kPositions;
  }
  if (name == "model.encoder.embed_positions.weights" ||
      name == "model.decoder.embed_positions.weights") {
    return StoredCopy::kUnused;
  }
  return std::nullopt;
}

}  // namespace interpres
