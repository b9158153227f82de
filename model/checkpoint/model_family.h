// A family of models: how its checkpoints write config.json and
// tokenizer_config.json, and how they name the tensors. Each family is one
// file, such as marian_mt.cc; nothing else knows its names.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/model_config.h"
#include "model/config/network.h"
#include "model/config/token_template.h"

namespace interpres {

// Tensors that a file may store although they repeat other values.
enum class StoredCopy {
  kEmbedding,  // the tied embedding
  kPositions,  // the table of positions
};

// Functions without state; thread-safe. `file` starts every message.
struct ModelFamily {
  std::string_view name;  // for messages
  // Returns a configuration that passes ValidateModelConfig.
  absl::StatusOr<ModelConfig> (*parse_config)(std::string_view text,
                                              std::string_view file);
  std::string (*serialize_config)(const ModelConfig& config);
  // Returns INVALID_ARGUMENT for separate source and target vocabularies.
  absl::Status (*check_tokenizer_config)(std::string_view text,
                                         std::string_view file);
  // Leaves out an empty language.
  std::string (*serialize_tokenizer_config)(const ModelConfig& config,
                                            std::string_view source_language,
                                            std::string_view target_language);
  std::string (*tensor_name)(const ParameterId& id);
  // Returns the copy that a tensor of this name is; nullopt for other tensors.
  std::optional<StoredCopy> (*copy_of)(std::string_view name);
  TokenTemplate token_template;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_
