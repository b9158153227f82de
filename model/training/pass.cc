#include "model/training/pass.h"

namespace interpres {

void Pass::Project(const LinearShape& shape, ConstMatrix x, int64_t weight,
                   Matrix y) const {
  if (bfloat16_gemm != nullptr) {
    bfloat16_gemm->Forward(shape, x, bfloat16_parameters + weight, y);
  } else {
    LinearForward(shape, x, parameters + weight, y);
  }
}

void Pass::ProjectBackward(const LinearShape& shape, ConstMatrix x,
                           int64_t weight,
                           const ProjectionGradients& backward) const {
  if (bfloat16_gemm != nullptr) {
    bfloat16_gemm->Backward(shape, x, bfloat16_parameters + weight,
                            {.dy = backward.dy,
                             .dw = gradients + weight,
                             .dx = backward.dx,
                             .result = backward.result});
    return;
  }
  LinearBackwardWeight(shape, backward.dy, x, gradients + weight);
  LinearBackwardInput(shape, backward.dy, parameters + weight, backward.dx,
                      backward.result);
}

}  // namespace interpres
