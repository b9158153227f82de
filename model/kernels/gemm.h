// Dense single-precision matrix products for training, computed by oneDNN's
// sgemm. oneDNN's sgemm handles every combination of transposes at nearly peak
// speed. An explicit transpose or a repacked layout would cost an extra pass
// over the data.
//
// All matrices are row-major. Matrices without a stride are dense.
//
// Thread-safe. One calling thread computes one product. The OpenMP setting of
// the calling thread decides how many cores a product uses, see
// PrepareComputeThread().

#ifndef INTERPRES_MODEL_KERNELS_GEMM_H_
#define INTERPRES_MODEL_KERNELS_GEMM_H_

#include <cstdint>

namespace interpres {

// A borrowed row-major matrix that is only read. `stride` is the distance of
// consecutive rows in floats.
struct ConstMatrix {
  const float* data = nullptr;
  int64_t stride = 0;
};

// A borrowed row-major matrix that is written. `stride` is the distance of
// consecutive rows in floats.
struct Matrix {
  float* data = nullptr;
  int64_t stride = 0;
};

// Dimensions of a linear layer Y = X W^T and its two gradients. X is [rows,
// in], W is [out, in] and Y is [rows, out].
struct LinearShape {
  int64_t rows = 0;
  int64_t in = 0;
  int64_t out = 0;
};

// Whether a product replaces the previous values of the result or is added to
// them.
enum class GemmResult { kReplace, kAdd };

// Computes y[rows, out] = x[rows, in] w[out, in]^T and replaces `y`.
void LinearForward(const LinearShape& shape, ConstMatrix x, const float* w,
                   Matrix y);

// Computes dx[rows, in] = dy[rows, out] w[out, in] and replaces `dx`. If
// `result` is kAdd, adds the product to `dx` instead.
void LinearBackwardInput(const LinearShape& shape, ConstMatrix dy,
                         const float* w, Matrix dx, GemmResult result);

// Adds dy[rows, out]^T x[rows, in] to dw[out, in].
void LinearBackwardWeight(const LinearShape& shape, ConstMatrix dy,
                          ConstMatrix x, float* dw);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_GEMM_H_
