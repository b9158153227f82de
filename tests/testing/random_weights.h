// A Transformer's weights without a tokenizer: random tensors of any shape.

#ifndef INTERPRES_TESTS_TESTING_RANDOM_WEIGHTS_H_
#define INTERPRES_TESTS_TESTING_RANDOM_WEIGHTS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/checkpoint/safetensors.h"
#include "model/config/model_config.h"

namespace interpres {

using TensorMap = std::map<std::string, std::vector<float>>;

// A small shape whose sizes are no multiples of a vector: 3 encoder and 2
// decoder layers, d 24, 3 and 2 heads.
ModelConfig OddModelConfig();

// A value for every tensor of a MarianMT model: matrices as wide as
// attention needs to be far from uniform, layer norms near identity. Same seed,
// same values.
TensorMap RandomTensors(const ModelConfig& config, uint64_t seed);

// Writes the tensors and opens the file. Fails the test on an error.
std::unique_ptr<const SafetensorsFile> OpenTensors(const ModelConfig& config,
                                                   const TensorMap& tensors);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RANDOM_WEIGHTS_H_
