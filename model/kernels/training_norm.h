// The end of a sublayer in training: dropout, the residual connection and layer
// norm in one pass over the rows, forward and backward.
//
// Rows are tokens of a packed batch: [rows, columns], dense. A row's result
// does not depend on its neighbours.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_

#include <cstdint>

#include "model/kernels/training_dropout.h"

namespace interpres {

// y = LayerNorm(residual + dropout(sublayer + bias)) (Ba et al., "Layer
// Normalization", 2016), epsilon 1e-5, biased variance.
struct ResidualNormRows {
  int64_t rows = 0;
  int64_t columns = 0;
  DropoutMask dropout;
  const float* bias = nullptr;   // of the sublayer's last projection
  const float* gamma = nullptr;  // weight of the layer norm
  const float* beta = nullptr;   // bias of the layer norm
};

// What the gradient needs.
struct ResidualNormSaved {
  float* normalized = nullptr;         // [rows, columns]
  float* inverse_deviation = nullptr;  // [rows]
};

void ResidualNorm(const ResidualNormRows& shape, const float* residual,
                  const float* sublayer, const ResidualNormSaved& saved,
                  float* y);

struct ResidualNormGradients {
  float* d_residual = nullptr;  // [rows, columns], replaced; may be dy
  float* d_sublayer = nullptr;  // [rows, columns], replaced
  float* d_bias = nullptr;      // [columns], added to, like the next two
  float* d_gamma = nullptr;
  float* d_beta = nullptr;
};

void ResidualNormBackward(const ResidualNormRows& shape,
                          const ResidualNormSaved& saved, const float* dy,
                          const ResidualNormGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_NORM_H_
