// Dropout, the residual connection and layer norm of a sublayer in training,
// forward and backward. A sublayer whose layer norm stands behind the residual
// connection uses ResidualNorm, one pass over the rows. A sublayer whose layer
// norm stands before it uses LayerNormForward and AddResidual.
//
// Rows are tokens of a packed batch. All matrices are [rows, columns], dense.
// The result of a row does not depend on other rows. Thread-safe.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_

#include <cstdint>

#include "model/kernels/training_dropout.h"

namespace interpres {

// The shape and the parameters of LayerNormForward, which computes y =
// LayerNorm(x) for each row. Ba et al., "Layer Normalization", 2016; biased
// variance.
struct LayerNormRows {
  int64_t rows = 0;
  int64_t columns = 0;
  float epsilon = 1e-5f;         // added to the variance
  const float* gamma = nullptr;  // [columns], weight of the layer norm
  const float* beta = nullptr;   // [columns], bias of the layer norm
};

// Values that LayerNormForward and ResidualNorm write, and that
// LayerNormBackward and ResidualNormBackward read. The caller owns the memory.
struct LayerNormSaved {
  float* normalized = nullptr;         // [rows, columns]
  float* inverse_deviation = nullptr;  // [rows]
};

// The results of LayerNormForward and ResidualNorm. The caller owns the memory.
struct LayerNormOutputs {
  LayerNormSaved saved;
  float* y = nullptr;  // [rows, columns]
};

// Computes outputs.y = LayerNorm(x) for every row of `x` [rows, columns].
// Writes to outputs.saved the values that LayerNormBackward needs.
void LayerNormForward(const LayerNormRows& shape, const float* x,
                      const LayerNormOutputs& outputs);

// The results of LayerNormBackward.
struct LayerNormGradients {
  float* dx = nullptr;       // [rows, columns]
  bool adds_to_dx = false;   // false: dx is replaced and may be dy
  float* d_gamma = nullptr;  // [columns], added to
  float* d_beta = nullptr;   // [columns], added to
};

// Computes the gradients of LayerNormForward from `dy` [rows, columns], the
// gradient of its result. Replaces gradients.dx, or adds to it if
// gradients.adds_to_dx. Adds to d_gamma and d_beta. REQUIRES: LayerNormForward
// filled `saved` with the same `shape`.
void LayerNormBackward(const LayerNormRows& shape, const LayerNormSaved& saved,
                       const float* dy, const LayerNormGradients& gradients);

// The shape and the parameters of AddResidual, which computes y = residual +
// dropout(sublayer + bias), and of AddResidualBackward. Borrows its arrays.
struct ResidualRows {
  int64_t rows = 0;
  int64_t columns = 0;
  DropoutMask dropout;
  // [columns], of the sublayer's last projection. Null means no bias.
  const float* bias = nullptr;
};

// Computes y = residual + dropout(sublayer + bias). `residual`, `sublayer` and
// `y` are [rows, columns].
void AddResidual(const ResidualRows& shape, const float* residual,
                 const float* sublayer, float* y);

// Computes the gradients of AddResidual from `dy` [rows, columns], the gradient
// of its result, which is also the gradient of the residual. Replaces
// `d_sublayer` [rows, columns]. Adds to `d_bias` [columns] if shape.bias is not
// null; otherwise ignores `d_bias`. REQUIRES: AddResidual had the same `shape`.
void AddResidualBackward(const ResidualRows& shape, const float* dy,
                         float* d_sublayer, float* d_bias);

// The shape and the parameters of ResidualNorm, which computes y =
// LayerNorm(residual + dropout(sublayer + bias)) for each row.
struct ResidualNormRows {
  int64_t rows = 0;
  int64_t columns = 0;
  float epsilon = 1e-5f;  // added to the variance
  DropoutMask dropout;
  // [columns], of the sublayer's last projection. Null means no bias.
  const float* bias = nullptr;
  const float* gamma = nullptr;  // [columns], weight of the layer norm
  const float* beta = nullptr;   // [columns], bias of the layer norm
};

// Computes outputs.y = LayerNorm(residual + dropout(sublayer + bias)) for every
// row. `residual` and `sublayer` are [rows, columns]. Writes to outputs.saved
// the values that ResidualNormBackward needs.
void ResidualNorm(const ResidualNormRows& shape, const float* residual,
                  const float* sublayer, const LayerNormOutputs& outputs);

// The results of ResidualNormBackward.
struct ResidualNormGradients {
  float* d_residual = nullptr;  // [rows, columns], replaced; may be dy
  float* d_sublayer = nullptr;  // [rows, columns], replaced
  float* d_bias = nullptr;      // [columns], added to; null without a bias
  float* d_gamma = nullptr;     // [columns], added to
  float* d_beta = nullptr;      // [columns], added to
};

// Computes the gradients of ResidualNorm from `dy` [rows, columns], the
// gradient of its result. Replaces d_residual and d_sublayer; adds to d_bias,
// d_gamma and d_beta. REQUIRES: ResidualNorm filled `saved` with the same
// `shape`.
void ResidualNormBackward(const ResidualNormRows& shape,
                          const LayerNormSaved& saved, const float* dy,
                          const ResidualNormGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
