#include "model/kernels/gemm.h"

#include <cstdlib>

#include "oneapi/dnnl/dnnl.h"

namespace interpres {
namespace {

struct Product {
  char transpose_a = 'N';
  char transpose_b = 'N';
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  float beta = 0.0f;
};

void Multiply(const Product& product, ConstMatrix a, ConstMatrix b, Matrix c) {
  if (product.m == 0 || product.n == 0 || product.k == 0) {
    return;
  }
  const dnnl_status_t status =
      dnnl_sgemm(product.transpose_a, product.transpose_b, product.m, product.n,
                 product.k, /*alpha=*/1.0f, a.data, a.stride, b.data, b.stride,
                 product.beta, c.data, c.stride);
  if (status != dnnl_success) {
    std::abort();  // a wrong stride (a bug here) or no memory for packing
  }
}

}  // namespace

void LinearForward(const LinearShape& shape, ConstMatrix x, const float* w,
                   Matrix y) {
  Multiply({.transpose_b = 'T', .m = shape.rows, .n = shape.out, .k = shape.in},
           x, {w, shape.in}, y);
}

void LinearBackwardInput(const LinearShape& shape, ConstMatrix dy,
                         const float* w, Matrix dx, GemmResult result) {
  // In the forward pass this was: y = x w^T.
  Multiply({.m = shape.rows,
            .n = shape.in,
            .k = shape.out,
            .beta = result == GemmResult::kAdd ? 1.0f : 0.0f},
           dy, {w, shape.in}, dx);
}

void LinearBackwardWeight(const LinearShape& shape, ConstMatrix dy,
                          ConstMatrix x, float* dw) {
  // In the forward pass this was: y = x w^T.
  Multiply({.transpose_a = 'T',
            .m = shape.out,
            .n = shape.in,
            .k = shape.rows,
            .beta = 1.0f},
           dy, x, {dw, shape.in});
}

}  // namespace interpres
