// Conversion between float32 and the smaller types of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/tensor/tensor.h"

namespace interpres {

// Converts IEEE 754 binary16 to float32. Exact.
float HalfToFloat(uint16_t half);
// Returns the float16 (IEEE half precision) nearest to `value`, ties to even.
// Too large values become infinity; NaN stays NaN.
uint16_t FloatToHalf(float value);

// Returns the value of a bfloat16, which is the upper half of a float32. The
// result is exact.
float BFloat16ToFloat(uint16_t bits);
// Returns the bfloat16 nearest to `value`, ties to even. Too large values
// become infinity; NaN stays NaN.
uint16_t FloatToBFloat16(float value);

// Converts out.size() little-endian numbers of `type` to float32. The
// conversion is exact, also for integers, which are not scaled. `data` may be
// unaligned. REQUIRES: `data` has exactly out.size() numbers of `type`.
void DecodeFloats(DataType type, std::span<const std::byte> data,
                  std::span<float> out);

// Converts the values to `type` and writes them to `out`, little-endian. Values
// are rounded to the nearest number of `type`, ties to even. Too large values
// become infinity; NaN stays NaN. REQUIRES: `type` is kFloat32, kFloat16 or
// kBFloat16, and `out` has room for exactly values.size() numbers of `type`.
void EncodeFloats(DataType type, std::span<const float> values,
                  std::span<std::byte> out);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
