// The scalar twin of model/kernels/layer_norm.h, in double precision.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_LAYER_NORM_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_LAYER_NORM_H_

#include <cstdint>
#include <span>

namespace interpres::reference {

void LayerNormInPlace(std::span<const float> gain, std::span<const float> bias,
                      float epsilon, int64_t rows, float* values);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_LAYER_NORM_H_
