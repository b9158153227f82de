// The operations that follow a matrix product and its bias.

#ifndef INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
#define INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_

namespace interpres {

enum class MatmulActivation { kNone, kRelu, kGelu, kSwish };

// The activation is applied first, then the residual sum.
struct MatmulEpilogue {
  // relu(x) = max(x, 0); gelu(x) = x * Phi(x), the erf form; swish(x) =
  // x * sigmoid(x).
  MatmulActivation activation = MatmulActivation::kNone;
  // True adds the result to the previous values of `output` (residual sum).
  // False overwrites `output`.
  bool accumulate = false;

  bool operator==(const MatmulEpilogue&) const = default;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
