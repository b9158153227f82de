// Rows in 8 bits with a scale each, and the way back from products in 32 bits:
// symmetric quantisation, found on the fly, after "Efficient 8-Bit Quantization
// of Transformer Neural Machine Language Translation Model" (Bhandare et al.,
// 2019).

#ifndef INTERPRES_MODEL_KERNELS_QUANTIZATION_H_
#define INTERPRES_MODEL_KERNELS_QUANTIZATION_H_

#include <cstdint>
#include <span>

#include "model/kernels/matmul_epilogue.h"

namespace interpres {

// For each row of values [rows, width]: scales[r] = max |value| / 127 and
// quantized[r, i] = value / scales[r], rounded to nearest, ties to even. A row
// whose max |value| is 0, or too small for a float to hold 127 / max |value|
// (below 3.8e-37), has scale 0 and zeros. The byte of a value that is not
// finite is unspecified. Thread-safe, allocates nothing; a row's result depends
// on that row only.
void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales);

// A block of a product of quantised operands.
struct QuantizedProducts {
  const int32_t* products = nullptr;  // [rows, columns], dense
  int64_t rows = 0;
  std::span<const float> row_scales;  // at least [rows]
  // [columns]: the scales of the weights, and the bias
  std::span<const float> column_scales;
  std::span<const float> bias;
};

// output[r, c] = activation(products[r, c] * row_scales[r] * column_scales[c] +
// bias[c]), or that added to it; row r begins at output + r * stride.
void DequantizeProducts(const QuantizedProducts& block,
                        const MatmulEpilogue& epilogue, float* output,
                        int64_t stride);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_QUANTIZATION_H_
