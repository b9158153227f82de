// Tested by marian_mt_test.cc.

#include "model/checkpoint/expected_tensors.h"

namespace interpres {

std::vector<std::pair<std::string, std::vector<int64_t>>> ExpectedTensors(
    const ModelFamily& family, const ModelConfig& config) {
  std::vector<std::pair<std::string, std::vector<int64_t>>> tensors;
  for (const ParameterShape& parameter : ParametersOf(config)) {
    tensors.emplace_back(family.tensor_name(parameter.id), parameter.shape);
  }
  return tensors;
}

}  // namespace interpres
