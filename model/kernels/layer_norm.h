// Layer normalisation (Ba et al. 2016, https://arxiv.org/abs/1607.06450).

#ifndef INTERPRES_MODEL_KERNELS_LAYER_NORM_H_
#define INTERPRES_MODEL_KERNELS_LAYER_NORM_H_

#include <cstdint>
#include <span>

namespace interpres {

// The epsilon of torch.nn.LayerNorm, which MarianMT keeps.
inline constexpr float kLayerNormEpsilon = 1e-5f;

// For every row x of `values` [rows, gain.size()], in place:
//   x = (x - mean(x)) / sqrt(variance(x) + epsilon) * gain + bias.
// `bias` has gain's size. The residual sum before it is an epilogue of the
// matrix product that feeds it. Rows are independent to the last bit.
// Thread-safe, allocates nothing.
void LayerNormInPlace(std::span<const float> gain, std::span<const float> bias,
                      int64_t rows, float* values);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_LAYER_NORM_H_
