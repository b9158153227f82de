// A packed matrix of any compute type, made from float weights.

#ifndef INTERPRES_TESTS_TESTING_PACK_FLOATS_H_
#define INTERPRES_TESTS_TESTING_PACK_FLOATS_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "model/kernels/compute_type.h"
#include "model/kernels/packed_matrix.h"
#include "model/kernels/quantization.h"
#include "model/kernels/weight_memory.h"

namespace interpres {

// The multipliers of a matrix that a file stores in 8 bits.
struct TestMultipliers {
  // The multiplier of the weights of each output, [outputs]. Empty means
  // 127 / max |weight| of the output.
  std::span<const float> weights = {};
  float inputs = 0.0F;  // Int8MatrixValues::input_multiplier
};

// Returns the packed matrix of `values`. Quantises the weights for int8, which
// is the only type that uses `multipliers`.
inline absl::StatusOr<PackedMatrix> PackFloats(
    const MatrixValues& values, ComputeType type, WeightMemory& memory,
    const TestMultipliers& multipliers = {}) {
  if (type != ComputeType::kInt8) {
    return PackedMatrix::Create(values, type, memory);
  }
  std::vector<int8_t> bytes(values.weights.size());
  std::vector<float> scales(values.bias.size());
  if (multipliers.weights.empty()) {
    QuantizeRows(values.weights.data(), std::ssize(scales), values.inputs,
                 bytes.data(), scales.data());
  } else {
    QuantizeRowsBy(multipliers.weights, values.weights.data(), values.inputs,
                   bytes.data());
    for (std::size_t i = 0; i < scales.size(); ++i) {
      scales[i] = 1.0F / multipliers.weights[i];
    }
  }
  return PackedMatrix::Create({.weights = bytes,
                               .scales = scales,
                               .bias = values.bias,
                               .inputs = values.inputs,
                               .input_multiplier = multipliers.inputs},
                              memory);
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_PACK_FLOATS_H_
