// The last operations of a sublayer in training: dropout, the residual
// connection and layer norm in one pass over the rows, forward and backward.
//
// Rows are tokens of a packed batch. All matrices are [rows, columns], dense.
// The result of a row does not depend on other rows. Thread-safe.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_

#include <cstdint>

#include "model/kernels/training_dropout.h"

namespace interpres {

// The shape and the parameters of ResidualNorm, which computes y =
// LayerNorm(residual + dropout(sublayer + bias)) for each row. Ba et al.,
// "Layer Normalization", 2016; biased variance.
struct ResidualNormRows {
  int64_t rows = 0;
  int64_t columns = 0;
  float epsilon = 1e-5f;  // added to the variance
  DropoutMask dropout;
  const float* bias = nullptr;   // [columns], of the sublayer's last projection
  const float* gamma = nullptr;  // [columns], weight of the layer norm
  const float* beta = nullptr;   // [columns], bias of the layer norm
};

// Values that ResidualNorm writes and ResidualNormBackward reads. The caller
// owns the memory.
struct ResidualNormSaved {
  float* normalized = nullptr;         // [rows, columns]
  float* inverse_deviation = nullptr;  // [rows]
};

// Computes y = LayerNorm(residual + dropout(sublayer + bias)) for every row.
// `residual`, `sublayer` and `y` are [rows, columns]. Writes to `saved` the
// values that ResidualNormBackward needs.
void ResidualNorm(const ResidualNormRows& shape, const float* residual,
                  const float* sublayer, const ResidualNormSaved& saved,
                  float* y);

// The results of ResidualNormBackward.
struct ResidualNormGradients {
  float* d_residual = nullptr;  // [rows, columns], replaced; may be dy
  float* d_sublayer = nullptr;  // [rows, columns], replaced
  float* d_bias = nullptr;      // [columns], added to
  float* d_gamma = nullptr;     // [columns], added to
  float* d_beta = nullptr;      // [columns], added to
};

// Computes the gradients of ResidualNorm from `dy` [rows, columns], the
// gradient of its result. Replaces d_residual and d_sublayer; adds to d_bias,
// d_gamma and d_beta. REQUIRES: ResidualNorm filled `saved` with the same
// `shape`.
void ResidualNormBackward(const ResidualNormRows& shape,
                          const ResidualNormSaved& saved, const float* dy,
                          const ResidualNormGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
