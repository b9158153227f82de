// The scalar twins of the functions in model/kernels/quantization.h, for finite
// values: equal to the last bit.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_

#include <cstdint>
#include <span>

namespace interpres::reference {

void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales);
void QuantizeRowsBy(std::span<const float> multipliers, const float* values,
                    int64_t width, int8_t* quantized);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_
