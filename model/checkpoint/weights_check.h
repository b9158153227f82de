// Compares the tensors of a file with the tensors of a configuration.

#ifndef INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
#define INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/checkpoint/tensor_source.h"
#include "model/config/model_config.h"

namespace interpres {

// Returns INVALID_ARGUMENT unless `weights` has every tensor that `config`
// needs, with its shape, and no other tensor. Copies that other programs store
// are allowed: of the tied embedding, if they have its type and values, and of
// the table of positions, if they are within 2^-8 of the formula. `file` starts
// every message.
absl::Status CheckWeights(const TensorSource& weights,
                          const ModelFamily& family, const ModelConfig& config,
                          std::string_view file);

// Returns INVALID_ARGUMENT unless `tensors` are exactly the tensors that
// `config` needs, with their shapes. Does not allow copies. `file` starts every
// message.
absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelFamily& family,
                                 const ModelConfig& config,
                                 std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
