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
// are allowed (StoredCopy). A copy of the tied embedding must have its type and
// values. A table of positions must be within 2^-8 of the formula. Unused
// tables are not checked. Also returns the errors of ByteSource::Read, because
// the function reads the copies. `file` starts the other messages.
absl::Status CheckWeights(const TensorSource& weights,
                          const ModelFamily& family, const ModelConfig& config,
                          std::string_view file);

// Returns INVALID_ARGUMENT unless `tensors` are exactly the tensors that
// `config` needs, each once and with its shape. Does not allow copies
// (StoredCopy). `file` starts every message.
absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelFamily& family,
                                 const ModelConfig& config,
                                 std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
