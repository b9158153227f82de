// The tensors of a network under the names of a family.

#ifndef INTERPRES_MODEL_CHECKPOINT_EXPECTED_TENSORS_H_
#define INTERPRES_MODEL_CHECKPOINT_EXPECTED_TENSORS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint/model_family.h"
#include "model/config/model_config.h"

namespace interpres {

// (name, shape) of each tensor of ParametersOf(config), in its order.
std::vector<std::pair<std::string, std::vector<int64_t>>> ExpectedTensors(
    const ModelFamily& family, const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_EXPECTED_TENSORS_H_
