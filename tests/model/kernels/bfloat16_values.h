// Values in bfloat16.

#ifndef INTERPRES_TESTS_MODEL_KERNELS_BFLOAT16_VALUES_H_
#define INTERPRES_TESTS_MODEL_KERNELS_BFLOAT16_VALUES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/kernels/bfloat16.h"

namespace interpres {

inline std::vector<uint16_t> ToBFloat16(const std::vector<float>& values) {
  std::vector<uint16_t> bits(values.size());
  ToBFloat16(values.data(), static_cast<int64_t>(values.size()), bits.data());
  return bits;
}

// The nearest values that bfloat16 has.
inline std::vector<float> RoundedToBFloat16(const std::vector<float>& values) {
  std::vector<float> rounded(values.size());
  std::ranges::transform(ToBFloat16(values), rounded.begin(), FromBFloat16);
  return rounded;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_KERNELS_BFLOAT16_VALUES_H_
