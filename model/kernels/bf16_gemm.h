// The products of linear layers with operands in bfloat16 and sums in float32,
// on oneDNN's kernels for AVX512_BF16 and AMX: about twice the speed of
// float32.
//
// The arguments are those of gemm.h, but for the weights, which the caller
// converts once (ToBFloat16); activations and gradients are converted here.
// Shapes and strides as in gemm.h.

#ifndef INTERPRES_MODEL_KERNELS_BF16_GEMM_H_
#define INTERPRES_MODEL_KERNELS_BF16_GEMM_H_

#include <cstdint>
#include <memory>
#include <string>

#include "model/kernels/gemm.h"

namespace interpres {

// Needs a CPU for kBFloat16 (CheckComputeType). Holds a thread's memory for
// converted operands: construct and use it on one thread, after
// UseOneGemmThread().
class BFloat16Gemm {
 public:
  BFloat16Gemm();
  ~BFloat16Gemm();

  // y[rows, out] = x[rows, in] w[out, in]^T
  void Forward(const LinearShape& shape, ConstMatrix x, const uint16_t* w,
               Matrix y);

  // What flows back through a layer.
  struct Gradients {
    ConstMatrix dy;                            // [rows, out]
    float* dw = nullptr;                       // [out, in] += dy^T x
    Matrix dx;                                 // [rows, in] (+)= dy w
    GemmResult result = GemmResult::kReplace;  // of dx
  };
  // Both gradients at once: dy is converted only once. `dx` must not overlap
  // `dy` and `x`.
  void Backward(const LinearShape& shape, ConstMatrix x, const uint16_t* w,
                const Gradients& gradients);

  // oneDNN's name of the kernel for the forward product of a shape; "ref" or
  // "gemm" in it means a slow fallback.
  std::string ForwardImplementation(const LinearShape& shape) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_BF16_GEMM_H_
