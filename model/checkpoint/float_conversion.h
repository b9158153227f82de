// Conversion between float32 and the 16-bit types of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/tensor/tensor.h"

namespace interpres {

// Converts IEEE 754 binary16 to float32. Exact.
float HalfToFloat(uint16_t half);
// Rounds to nearest, ties to even. Overflows to infinity; NaN stays NaN.
uint16_t FloatToHalf(float value);

// Converts bfloat16, the upper half of a float32. Exact.
float BFloat16ToFloat(uint16_t bits);
// Rounds to nearest, ties to even. NaN stays NaN.
uint16_t FloatToBFloat16(float value);

// Reads out.size() little-endian elements of `type`. `data` may be unaligned.
// REQUIRES: `data` has exactly out.size() elements.
void DecodeFloats(DataType type, std::span<const std::byte> data,
                  std::span<float> out);

// Writes values.size() little-endian elements of `type` to `out`.
// REQUIRES: `out` has room for exactly values.size() elements.
void EncodeFloats(DataType type, std::span<const float> values,
                  std::span<std::byte> out);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
