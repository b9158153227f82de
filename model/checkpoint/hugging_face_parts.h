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

// The entries of config.json that a family of models demands or refuses.
struct HuggingFaceArchitecture {
  std::string_view class_name;  // the only entry of `architectures`
  // Keys with their only accepted value. A key may also be absent.
  std::span<const std::pair<const char*, bool>> required;
  std::span<const char* const> refused;  // keys
};

// Returns INVALID_ARGUMENT if config.json (`fields`) has another entry of
// `architectures` than the class name, another value of a required key, or a
// refused key. Absent keys are accepted. The message has the file, the key and
// the value.
absl::Status CheckArchitecture(const JsonFields& fields,
                               const HuggingFaceArchitecture& expected);

// Returns `config` if ValidateModelConfig accepts it. Otherwise returns the
// error of ValidateModelConfig, with `file` at the start of the message.
absl::StatusOr<ModelConfig> ValidConfig(const ModelConfig& config,
                                        std::string_view file);

// Reads the sizes of the network and the ids of the special tokens from
// config.json (`fields`) into `config`. Returns INVALID_ARGUMENT if a key is
// missing or its value is not an integer, or if an id does not fit in 32 bits.
// Does not check the ranges of the sizes. After an error, some fields of
// `config` are set.
absl::Status ReadSizes(const JsonFields& fields, ModelConfig& config);

// Reads the key `activation_function` into config.activation. An absent key
// means `default_name`. Returns INVALID_ARGUMENT for an unknown name or a value
// that is not a string.
absl::Status ReadActivation(const JsonFields& fields,
                            std::string_view default_name, ModelConfig& config);

// Returns the bytes of a JSON file, which are not parsed. Returns
// INVALID_ARGUMENT if the file has more than 64 MiB. Otherwise returns the
// errors of ReadFile.
absl::StatusOr<std::string> ReadJson(const std::filesystem::path& path);

// Returns the bytes of a JSON file, which are not parsed. Returns nullopt if
// the file does not exist. Otherwise returns the errors of ReadJson.
absl::StatusOr<std::optional<std::string>> ReadOptionalJson(
    const std::filesystem::path& path);

// Returns the bytes of the file of a SentencePiece model, which are not parsed.
// Returns INVALID_ARGUMENT if the file is empty or has more than 64 MiB.
// Otherwise returns the errors of ReadFile.
absl::StatusOr<std::string> ReadSpm(const std::filesystem::path& path);

// Returns the name of a parameter's tensor in the files of Hugging Face, for
// example "model.encoder.layers.0.fc1.weight". HuggingFaceCopyOf below returns
// which copy a tensor with the given name is, or nullopt if it is no copy.
// Families use the two functions as their ModelFamily::tensor_name and
// ModelFamily::copy_of.
std::string HuggingFaceTensorName(const ParameterId& id);
std::optional<StoredCopy> HuggingFaceCopyOf(std::string_view name);

// Returns the name of the tensor in which files of Hugging Face may store the
// table of positions of `stack`, the encoder or the decoder.
std::string PositionsCopyName(Stack stack);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_
