// Quantisation of rows to 8 bits, and dequantisation of 32-bit products. Each
// row has one scale. The scale is computed at run time, or stored in the file
// of the model. The quantisation is symmetric, after "Efficient 8-Bit
// Quantization of Transformer Neural Machine Language Translation Model"
// (Bhandare et al., 2019).

#ifndef INTERPRES_MODEL_KERNELS_QUANTIZATION_H_
#define INTERPRES_MODEL_KERNELS_QUANTIZATION_H_

#include <cstdint>
#include <span>

#include "model/kernels/matmul_epilogue.h"

namespace interpres {

// Quantises each row r of values [rows, width]: scales[r] = max |value| / 127,
// and quantized[r, i] = value * (127 / max |value|), rounded to nearest, ties
// to even. `quantized` is [rows, width], `scales` is [rows].
//
// A row gets scale 0 and zeros if its max |value| is so small (0 to about
// 3.7e-37) that 127 / max |value| overflows a float. The scale and the bytes of
// a row with a value that is not finite are unspecified. The result of a row
// depends only on that row. Thread-safe. Allocates nothing.
void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales);

// Quantises each row r of values [multipliers.size(), width] with its
// multiplier: quantized[r, i] = values[r, i] * multipliers[r], rounded to
// nearest, ties to even, and then limited to -127 and 127. This is intgemm's
// arithmetic. The byte -128 does not occur.
//
// The byte of a value that is not finite is unspecified. Thread-safe. Allocates
// nothing. REQUIRES: the multipliers are finite and above 0.
void QuantizeRowsBy(std::span<const float> multipliers, const float* values,
                    int64_t width, int8_t* quantized);

// A block of 32-bit products of quantised operands. Borrows its arrays.
struct QuantizedProducts {
  const int32_t* products = nullptr;  // [rows, columns], dense
  int64_t rows = 0;
  std::span<const float> row_scales;  // at least [rows]
  // column_scales[c] is the scale of the weights of column c, and bias[c] is
  // the bias of column c. Both are [columns].
  std::span<const float> column_scales;
  std::span<const float> bias;
};

// Computes the value activation(products[r, c] * row_scales[r] *
// column_scales[c] + bias[c]) with the activation of `epilogue`. Writes the
// value to output[r, c], or adds the value to output[r, c] if
// `epilogue.accumulate`. Row r begins at output + r * stride; `stride` is in
// floats. Thread-safe.
void DequantizeProducts(const QuantizedProducts& block,
                        const MatmulEpilogue& epilogue, float* output,
                        int64_t stride);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_QUANTIZATION_H_
