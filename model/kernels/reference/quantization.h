// The scalar twin of QuantizeRows in model/kernels/quantization.h, for finite
// values: equal to the last bit.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_

#include <cstdint>

namespace interpres::reference {

void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_QUANTIZATION_H_
