// Conversion between float32 and bfloat16. A bfloat16 is the upper half of a
// float32.

#ifndef INTERPRES_MODEL_KERNELS_BFLOAT16_H_
#define INTERPRES_MODEL_KERNELS_BFLOAT16_H_

#include <bit>
#include <cstdint>

namespace interpres {

// Writes to[i] = from[i], rounded to nearest, ties to even, for i = 0 .. size -
// 1. A value beyond the range of bfloat16 becomes infinity. NaN stays NaN.
// Thread-safe.
void ToBFloat16(const float* from, int64_t size, uint16_t* to);

// Returns `value` as a float32. The conversion is exact.
inline float FromBFloat16(uint16_t value) {
  return std::bit_cast<float>(uint32_t{value} << 16U);
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_BFLOAT16_H_
