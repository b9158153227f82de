// What follows a product and its bias.

#ifndef INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
#define INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_

namespace interpres {

enum class MatmulActivation { kNone, kRelu, kGelu, kSwish };

// In this order.
struct MatmulEpilogue {
  // relu(x) = max(x, 0); gelu(x) = x * Phi(x), the erf form; swish(x) =
  // x * sigmoid(x).
  MatmulActivation activation = MatmulActivation::kNone;
  // Add to what `output` holds instead of overwriting it: a residual sum.
  bool accumulate = false;

  bool operator==(const MatmulEpilogue&) const = default;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
