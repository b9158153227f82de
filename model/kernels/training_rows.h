// The row-wise loops of training, forward and backward: embeddings, biases,
// activations and dropout. The residual connection is in training_norm.h.
//
// Rows are tokens of a packed batch: [rows, columns], dense. Gradients of
// parameters (d_table, d_bias) are added to the previous values. Results depend
// on the instruction set of the CPU, but not on the number of threads. The
// result of a row does not depend on other rows. Thread-safe.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_

#include <cstdint>
#include <span>

#include "model/kernels/training_dropout.h"

namespace interpres {

// The arguments of an embedding: x = dropout(scale * table[id] +
// position_table[position]).
struct EmbeddingRows {
  std::span<const int32_t> ids;        // [rows]
  std::span<const int32_t> positions;  // [rows]
  int64_t columns = 0;
  float scale = 1.0f;
  DropoutMask dropout;
};

// Writes dropout(scale * table[id] + position_table[position]) of every row to
// `x` [rows, columns]. Both tables have rows of `columns` floats. REQUIRES: ids
// and positions are within the tables.
void EmbedRows(const EmbeddingRows& rows, const float* table,
               const float* position_table, float* x);

// Computes the gradient of the embedding table from `dx` [rows, columns], the
// gradient of the embeddings. Adds scale * dropout(dx) to row `id` of `d_table`
// for every row. Skips the rows whose id is `padding_id`, because the padding
// embedding is not trained.
void EmbedRowsBackward(const EmbeddingRows& rows, const float* dx,
                       int32_t padding_id, float* d_table);

// Adds `bias` [columns] to every row of `x` [rows, columns].
void AddBias(int64_t rows, int64_t columns, const float* bias, float* x);

// Adds the sum of the rows of `dx` [rows, columns] to `d_bias` [columns].
void AddBiasBackward(int64_t rows, int64_t columns, const float* dx,
                     float* d_bias);

// The non-linearities of the feed-forward sublayers.
enum class RowActivation { kRelu, kGelu, kSwish, kQuickGelu };

// The shape of an array, and the non-linearity that its elements go through.
struct ActivationRows {
  int64_t rows = 0;
  int64_t columns = 0;
  RowActivation activation = RowActivation::kRelu;
};

// Returns true if the gradient of the activation is computed from its output.
// Then `x` and `y` of BiasActivation may be the same array. Returns false if
// the gradient is computed from the input.
constexpr bool ActivationRunsInPlace(RowActivation activation) {
  return activation == RowActivation::kRelu;
}

// Computes y = activation(x + bias); `bias` [columns] is added to every row. If
// ActivationRunsInPlace(), `x` and `y` may be the same array; keep `y` for the
// gradient. Otherwise `x` and `y` must differ, and `x` becomes x + bias; keep
// `x` for the gradient. gelu(x) = x Phi(x) (Hendrycks and Gimpel, 2016, exact
// form); swish(x) = x sigmoid(x) (Ramachandran et al., 2017); quick
// gelu is x sigmoid(1.702 x).
void BiasActivation(const ActivationRows& shape, const float* bias, float* x,
                    float* y);

// Computes the gradients of BiasActivation, whose result y has the gradient
// `dy`. Multiplies `dy` by activation'(x) in place, so that `dy` becomes the
// gradient of x. Adds the sum of the rows of the new `dy` to `d_bias`
// [columns]. `saved` is the `x` that BiasActivation left, or `y` if
// ActivationRunsInPlace().
void BiasActivationBackward(const ActivationRows& shape, const float* saved,
                            float* dy, float* d_bias);

// Multiplies every element of `x` [rows, columns] in place by its dropout
// factor in `mask`: 0 or 1 / (1 - probability). Does nothing if the probability
// is 0. Call the function with the gradient instead of `x` to compute the
// gradient of dropout.
void DropRows(int64_t rows, int64_t columns, const DropoutMask& mask, float* x);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
