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

// Returns the packed matrix of `values`. Only int8 quantises the weights and
// uses the last two parameters. `multipliers` has the multiplier of the weights
// of each output, [outputs]; empty means 127 / max |weight| of the output.
// `input_multiplier` is Int8MatrixValues::input_multiplier.
inline absl::StatusOr<PackedMatrix> PackFloats(
    const MatrixValues& values, ComputeType type, WeightMemory& memory,
    std::span<const float> multipliers = {}, float input_multiplier = 0.0F) {
  if (type != ComputeType::kInt8) {
    return PackedMatrix::Create(values, type, memory);
  }
  std::vector<int8_t> bytes(values.weights.size());
  std::vector<float> scales(values.bias.size());
  if (multipliers.empty()) {
    QuantizeRows(values.weights.data(), std::ssize(scales), values.inputs,
                 bytes.data(), scales.data());
  } else {
    QuantizeRowsBy(multipliers, values.weights.data(), values.inputs,
                   bytes.data());
    for (std::size_t i = 0; i < scales.size(); ++i) {
      scales[i] = 1.0F / multipliers[i];
    }
  }
  return PackedMatrix::Create({.weights = bytes,
                               .scales = scales,
                               .bias = values.bias,
                               .inputs = values.inputs,
                               .input_multiplier = input_multiplier},
                              memory);
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_PACK_FLOATS_H_
