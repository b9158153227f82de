// Compares the tensors of a file with the tensors of a configuration.

#ifndef INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
#define INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/safetensors.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/config/model_config.h"

namespace interpres {

// Checks that the file has every expected tensor with its shape and no other
// tensor. Copies that other writers store are allowed: of the tied embedding,
// which must equal the embedding, and of the sinusoids, which must equal the
// formula. `file` starts every message.
absl::Status CheckWeights(const SafetensorsFile& weights,
                          const ModelFamily& family, const ModelConfig& config,
                          std::string_view file);

// Checks that the tensors to write are exactly the expected tensors.
absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelFamily& family,
                                 const ModelConfig& config,
                                 std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
