// Conversion between float32 and the 16-bit types of a checkpoint.

#ifndef INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
#define INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "model/tensor/tensor.h"

namespace interpres {

// IEEE 754 binary16. Exact in this direction.
float HalfToFloat(uint16_t half);
// Rounds to nearest, ties to even. Overflows to infinity; NaN stays NaN.
uint16_t FloatToHalf(float value);

// bfloat16: the upper half of a float32. Exact in this direction.
float BFloat16ToFloat(uint16_t bits);
// Rounds to nearest, ties to even. NaN stays NaN.
uint16_t FloatToBFloat16(float value);

// Reads out.size() little-endian elements of `type`; `data` may be unaligned
// and holds exactly that many.
void DecodeFloats(DataType type, std::span<const std::byte> data,
                  std::span<float> out);

// Writes values.size() little-endian elements of `type` into `out`, which
// holds exactly that many.
void EncodeFloats(DataType type, std::span<const float> values,
                  std::span<std::byte> out);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_FLOAT_CONVERSION_H_
