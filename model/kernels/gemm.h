// Dense single-precision matrix products for training, by oneDNN's sgemm: it
// takes every combination of transposes at nearly the machine's peak, where an
// explicit transpose or a repacked layout would cost an extra pass.
//
// All matrices are row-major and dense unless a stride is given.
//
// Thread-safe. One calling thread computes one product; how many cores it uses
// is the OpenMP setting of that thread, see UseOneGemmThread().

#ifndef INTERPRES_MODEL_KERNELS_GEMM_H_
#define INTERPRES_MODEL_KERNELS_GEMM_H_

#include <cstdint>

namespace interpres {

// Restricts products called from this thread to one core. A new thread starts
// with OpenMP's environment value, not with the setting of its parent.
void UseOneGemmThread();

// A row-major matrix; `stride` is the distance of its rows in floats.
struct ConstMatrix {
  const float* data = nullptr;
  int64_t stride = 0;
};

struct Matrix {
  float* data = nullptr;
  int64_t stride = 0;
};

// A linear layer Y = X W^T and its two gradients. rows = M, in = K, out = N.
struct LinearShape {
  int64_t rows = 0;
  int64_t in = 0;
  int64_t out = 0;
};

// Whether a product replaces what is in the result or adds to it.
enum class GemmResult { kReplace, kAdd };

// y[rows, out] = x[rows, in] w[out, in]^T
void LinearForward(const LinearShape& shape, ConstMatrix x, const float* w,
                   Matrix y);

// dx[rows, in] (+)= dy[rows, out] w[out, in]
void LinearBackwardInput(const LinearShape& shape, ConstMatrix dy,
                         const float* w, Matrix dx, GemmResult result);

// dw[out, in] += dy[rows, out]^T x[rows, in]
void LinearBackwardWeight(const LinearShape& shape, ConstMatrix dy,
                          ConstMatrix x, float* dw);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_GEMM_H_
