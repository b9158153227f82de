// The parts of the files and of the names of tensors that the families of
// Hugging Face's transformers share.

#ifndef INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_
#define INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/json_fields.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"
#include "model/config/network.h"

namespace interpres {

// The parts of config.json that a family demands or refuses.
struct HuggingFaceArchitecture {
  std::string_view class_name;  // the only entry of `architectures`
  // Keys that may be absent, and otherwise have this value.
  std::span<const std::pair<const char*, bool>> required;
  std::span<const char* const> refused;  // keys
};

// Returns INVALID_ARGUMENT, with the key, if the configuration says something
// else.
absl::Status CheckArchitecture(const JsonFields& fields,
                               const HuggingFaceArchitecture& expected);

// Returns the configuration if ValidateModelConfig accepts it. `file` starts
// every message.
absl::StatusOr<ModelConfig> ValidConfig(const ModelConfig& config,
                                        std::string_view file);

// Reads the sizes of the network and the ids of the special tokens. Returns
// INVALID_ARGUMENT if one is missing or no integer.
absl::Status ReadSizes(const JsonFields& fields, ModelConfig& config);

// Reads `activation_function`, which is `default_name` if the key is absent.
// Returns INVALID_ARGUMENT for an unknown name.
absl::Status ReadActivation(const JsonFields& fields,
                            std::string_view default_name, ModelConfig& config);

// Returns the content of a JSON file. Returns the errors of ReadFile.
absl::StatusOr<std::string> ReadJson(const std::filesystem::path& path);

// Like ReadJson. Returns nullopt if there is no such file.
absl::StatusOr<std::optional<std::string>> ReadOptionalJson(
    const std::filesystem::path& path);

// Returns the content of a SentencePiece model. Returns INVALID_ARGUMENT if the
// file is empty. Otherwise returns the errors of ReadFile.
absl::StatusOr<std::string> ReadSpm(const std::filesystem::path& path);

// ModelFamily::tensor_name and ModelFamily::copy_of of the families.
std::string HuggingFaceTensorName(const ParameterId& id);
std::optional<StoredCopy> HuggingFaceCopyOf(std::string_view name);

// Returns the name of the table of positions of a stack, a StoredCopy.
std::string PositionsCopyName(Stack stack);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_
