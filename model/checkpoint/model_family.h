// A family of models: how its checkpoints write config.json and
// tokenizer_config.json, and how they name the tensors. Each family is one
// file, such as marian_mt.cc or native_marian.cc; nothing else knows its names.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/language_direction.h"
#include "model/config/model_config.h"
#include "model/config/network.h"
#include "model/config/source_rules.h"
#include "model/config/token_template.h"

namespace interpres {

struct ModelDescription;  // model/checkpoint/model_directory.h

// Tensors that a file of weights may store although their values are known from
// other tensors or from a formula.
enum class StoredCopy {
  kEmbedding,  // the tied embedding
  kPositions,  // the table of positions
  kUnused,     // a table that old versions of a program wrote
};

// How a family of models writes its configuration and names its tensors. The
// functions have no state and are thread-safe. The argument `file` starts every
// error message.
struct ModelFamily {
  std::string_view name;  // for messages
  // The file or the item that has the configuration, for messages.
  std::string_view config_file;
  // Parses the text of config.json. Returns a configuration that passes
  // ValidateModelConfig. Returns INVALID_ARGUMENT if the text is malformed or
  // asks for a network that we do not compute. A family without config.json and
  // tokenizer_config.json has null for this and the next five functions. A
  // family that is not written has null for the serialize functions.
  absl::StatusOr<ModelConfig> (*parse_config)(std::string_view text,
                                              std::string_view file);
  std::string (*serialize_config)(const ModelConfig& config,
                                  SourceRules source_rules);
  // Returns the source rules that `text`, a config.json, states, and kNone if
  // it states no rules. A null function means that models of the family have no
  // source rules. Returns INVALID_ARGUMENT if the text is malformed or names
  // unknown rules.
  absl::StatusOr<SourceRules> (*parse_source_rules)(std::string_view text,
                                                    std::string_view file);
  // Checks `text`, a tokenizer_config.json, and returns the languages that it
  // states, as they are spelled there. A language that it does not state is "".
  // Returns INVALID_ARGUMENT if the text is malformed or names the tokenizer
  // class of another family. Also returns INVALID_ARGUMENT if the text asks for
  // a behaviour that we do not have, such as separate source and target
  // vocabularies.
  absl::StatusOr<LanguageDirection> (*parse_tokenizer_config)(
      std::string_view text, std::string_view file);
  // Reads the files with the vocabulary and the SentencePiece models from
  // `directory` into `description`. May also suppress tokens in
  // description.generation. Returns NOT_FOUND if a file is missing, and
  // INVALID_ARGUMENT if a file is malformed or contradicts the configuration.
  // Otherwise returns the error of the system. REQUIRES: `description` has its
  // `config` and `generation`.
  absl::Status (*read_tokenizer)(const std::filesystem::path& directory,
                                 ModelDescription& description);
  // Leaves out an empty language.
  std::string (*serialize_tokenizer_config)(const ModelConfig& config,
                                            std::string_view source_language,
                                            std::string_view target_language);
  std::string (*tensor_name)(const ParameterId& id);
  // Returns of what a tensor with this name is a copy. Returns nullopt if the
  // name is not the name of a copy.
  std::optional<StoredCopy> (*copy_of)(std::string_view name);
  TokenTemplate token_template;
  // Whether a model must have tokenizer_config.json.
  bool requires_tokenizer_config = false;
  bool supports_shortlist = true;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FAMILY_H_
