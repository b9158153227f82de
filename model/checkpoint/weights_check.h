// The tensors of a file against those of a configuration.

#ifndef INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
#define INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_family.h"
#include "model/checkpoint/safetensors.h"
#include "model/config/model_config.h"

namespace interpres {

// Every expected tensor is there with its shape, and nothing else, except the
// copies that other writers store: of the tied embedding (which must be equal
// to it) and of the sinusoids (which must be the formula's). `file` starts
// every message.
absl::Status CheckWeights(const SafetensorsFile& weights,
                          const ModelFamily& family, const ModelConfig& config,
                          std::string_view file);

// The same for tensors to be written: exactly the expected ones.
absl::Status CheckTensorsToWrite(const std::vector<NamedTensor>& tensors,
                                 const ModelFamily& family,
                                 const ModelConfig& config,
                                 std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_WEIGHTS_CHECK_H_
