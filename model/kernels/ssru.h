// The simpler simple recurrent unit (Kim et al. 2019,
// https://aclanthology.org/D19-5632).

#ifndef INTERPRES_MODEL_KERNELS_SSRU_H_
#define INTERPRES_MODEL_KERNELS_SSRU_H_

#include <cstdint>

namespace interpres {

// Runs one step of the SSRU (simpler simple recurrent unit) for one row:
//   f = sigmoid(forget), state = f * state + (1 - f) * candidate,
//   hidden = hidden + max(state, 0).
// `forget_candidate` is [2, width]: first `forget`, then `candidate`, the
// products of the two linear layers with their biases. `state` and `hidden` are
// [width] and change in place. Thread-safe. Allocates nothing.
void SsruStep(const float* forget_candidate, int64_t width, float* state,
              float* hidden);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_SSRU_H_
