// The parts of config.json and of the names of tensors that the families of
// Hugging Face's transformers share.

#ifndef INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_
#define INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "model/checkpoint/json_fields.h"
#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"
#include "model/config/network.h"

namespace interpres {

// Reads the sizes of the network and the ids of the special tokens. Returns
// INVALID_ARGUMENT if one is missing or no integer.
absl::Status ReadSizes(const JsonFields& fields, ModelConfig& config);

// Reads `activation_function`, which is `default_name` if the key is absent.
// Returns INVALID_ARGUMENT for an unknown name.
absl::Status ReadActivation(const JsonFields& fields,
                            std::string_view default_name, ModelConfig& config);

// ModelFamily::tensor_name and ModelFamily::copy_of of the families.
std::string HuggingFaceTensorName(const ParameterId& id);
std::optional<StoredCopy> HuggingFaceCopyOf(std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_HUGGING_FACE_PARTS_H_
