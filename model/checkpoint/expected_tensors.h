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

// Returns the name and the shape of each tensor that a checkpoint of `family`
// must store for `config`. The order is the order of ParametersOf(config).
std::vector<std::pair<std::string, std::vector<int64_t>>> ExpectedTensors(
    const ModelFamily& family, const ModelConfig& config);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_EXPECTED_TENSORS_H_
