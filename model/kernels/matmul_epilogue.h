// The operations that follow a matrix product and its bias.

#ifndef INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
#define INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_

namespace interpres {

enum class MatmulActivation { kNone, kRelu, kGelu, kSwish, kQuickGelu };

// The factor of quick gelu: x * sigmoid(1.702 x) approximates gelu.
inline constexpr float kQuickGeluFactor = 1.702f;

// The operations on the result of a matrix product, after the bias: first the
// activation, then the residual sum.
struct MatmulEpilogue {
  // The function of every element of the result. kNone changes nothing. kRelu
  // is max(x, 0). kSwish is x * sigmoid(x). kGelu is x * Phi(x), the erf form.
  // kQuickGelu is x * sigmoid(kQuickGeluFactor * x).
  MatmulActivation activation = MatmulActivation::kNone;
  // True adds the result to the previous values of the output array (residual
  // sum). False overwrites the output array.
  bool accumulate = false;

  bool operator==(const MatmulEpilogue&) const = default;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_MATMUL_EPILOGUE_H_
