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

// Returns a small shape whose sizes are not multiples of a vector: 3 encoder
// and 2 decoder layers, d 24, 3 and 2 heads.
ModelConfig OddModelConfig();

// Returns random values for every tensor of a MarianMT model. The values of the
// matrices spread widely, so that attention is far from uniform. Layer norms
// are near identity. The same seed gives the same values.
TensorMap RandomTensors(const ModelConfig& config, uint64_t seed);

// Writes the tensors to a file and opens it. Fails the test on an error.
std::unique_ptr<const TensorSource> OpenTensors(const ModelConfig& config,
                                                const TensorMap& tensors);

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_RANDOM_WEIGHTS_H_
