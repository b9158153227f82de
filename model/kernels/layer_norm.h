// Layer normalisation (Ba et al. 2016, https://arxiv.org/abs/1607.06450).

#ifndef INTERPRES_MODEL_KERNELS_LAYER_NORM_H_
#define INTERPRES_MODEL_KERNELS_LAYER_NORM_H_

#include <cstdint>
#include <span>

namespace interpres {

// Normalises every row x of `values` [rows, gain.size()] in place:
//   x = (x - mean(x)) / sqrt(variance(x) + epsilon) * gain + bias.
// REQUIRES: `bias` has the size of `gain`. The caller adds the residual first,
// as an epilogue of the matrix product before the layer norm. The result of a
// row does not depend on other rows, to the last bit. Thread-safe. Allocates
// nothing.
void LayerNormInPlace(std::span<const float> gain, std::span<const float> bias,
                      float epsilon, int64_t rows, float* values);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_LAYER_NORM_H_
