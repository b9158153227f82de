// The matrix products of linear layers with bfloat16 operands and float32 sums.
// The products use oneDNN's kernels for AVX512_BF16 and AMX, which are about
// twice as fast as float32.
//
// The caller converts the weights once with ToBFloat16. This class converts the
// activations and gradients. The shapes and strides are the same as in gemm.h.

#ifndef INTERPRES_MODEL_KERNELS_BF16_GEMM_H_
#define INTERPRES_MODEL_KERNELS_BF16_GEMM_H_

#include <cstdint>
#include <memory>
#include <string>

#include "model/kernels/gemm.h"

namespace interpres {

// Computes the matrix products of linear layers with bfloat16 operands and
// float32 results. Owns the memory for operands that are converted to bfloat16.
//
// REQUIRES: CheckComputeType(ComputeType::kBFloat16) succeeds.
// PrepareComputeThread() was called on the thread that constructs the object.
// Not thread-safe: construct and use the object on one thread.
class BFloat16Gemm {
 public:
  BFloat16Gemm();
  ~BFloat16Gemm();

  // Computes y[rows, out] = x[rows, in] w[out, in]^T and replaces `y`. `w` is
  // in bfloat16. `x` is rounded to bfloat16, and `y` is in float32.
  void Forward(const LinearShape& shape, ConstMatrix x, const uint16_t* w,
               Matrix y);

  // The arguments of Backward. `dy` is the gradient of the layer's output.
  // Backward adds the gradient of the weights to `dw`. It replaces `dx` by the
  // gradient of the input, or adds the gradient if `result` is kAdd.
  struct Gradients {
    ConstMatrix dy;                            // [rows, out]
    float* dw = nullptr;                       // [out, in] += dy^T x
    Matrix dx;                                 // [rows, in] (+)= dy w
    GemmResult result = GemmResult::kReplace;  // for dx
  };
  // Adds dy^T x to gradients.dw. Writes dy w to gradients.dx, or adds dy w to
  // gradients.dx if gradients.result is kAdd. One call for both results
  // converts `dy` to bfloat16 only once. REQUIRES: `dx` does not overlap `dy`
  // or `x`.
  void Backward(const LinearShape& shape, ConstMatrix x, const uint16_t* w,
                const Gradients& gradients);

  // Returns oneDNN's name of the kernel for the forward product of `shape`,
  // with padded rows. "ref" or "gemm" in the name means a slow fallback.
  std::string ForwardImplementation(const LinearShape& shape) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_BF16_GEMM_H_
