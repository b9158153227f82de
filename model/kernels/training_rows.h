// The row-wise loops of training: embeddings, biases, activations and
// dropout, forward and backward. The residual connection is in training_norm.h.
//
// Rows are tokens of a packed batch: [rows, columns], dense. All gradients of
// parameters are added to. Results depend on the instruction set of the CPU,
// never on threads; a row's result does not depend on its neighbours.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_

#include <cstdint>
#include <span>

#include "model/kernels/training_dropout.h"

namespace interpres {

// x = dropout(scale * table[id] + positions[p]).
struct EmbeddingRows {
  std::span<const int32_t> ids;        // [rows]
  std::span<const int32_t> positions;  // [rows]
  int64_t columns = 0;
  float scale = 1.0f;
  DropoutMask dropout;
};

void EmbedRows(const EmbeddingRows& rows, const float* table,
               const float* position_table, float* x);

// d_table[id] += scale * dropout(dx), except for the frozen row of
// `padding_id`.
void EmbedRowsBackward(const EmbeddingRows& rows, const float* dx,
                       int32_t padding_id, float* d_table);

// x += bias, row by row.
void AddBias(int64_t rows, int64_t columns, const float* bias, float* x);

// d_bias += the sum of the rows of dx.
void AddBiasBackward(int64_t rows, int64_t columns, const float* dx,
                     float* d_bias);

// The non-linearities of the feed-forward sublayers.
enum class RowActivation { kRelu, kGelu, kSwish };

struct ActivationRows {
  int64_t rows = 0;
  int64_t columns = 0;
  RowActivation activation = RowActivation::kRelu;
};

// True if the gradient needs only the output: then `x` and `y` may be the same.
constexpr bool ActivationRunsInPlace(RowActivation activation) {
  return activation == RowActivation::kRelu;
}

// x += bias (kept for the gradient), y = activation(x).
// gelu(x) = x Phi(x) (Hendrycks and Gimpel, 2016, exact form);
// swish(x) = x sigmoid(x) (Ramachandran et al., 2017).
void BiasActivation(const ActivationRows& shape, const float* bias, float* x,
                    float* y);

// dy *= activation'(x), d_bias += the sum of its rows. `saved` is x, or y where
// the activation runs in place.
void BiasActivationBackward(const ActivationRows& shape, const float* saved,
                            float* dy, float* d_bias);

// x[i, j] = 0, or x[i, j] / (1 - probability): the dropout itself, and its own
// gradient.
void DropRows(int64_t rows, int64_t columns, const DropoutMask& mask, float* x);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
