// The row-wise loops of training: embeddings, biases, activations, and the
// residual connection with dropout and layer norm, forward and backward.
//
// Rows are tokens of a packed batch: [rows, columns], dense. All gradients of
// parameters are added to. Results depend on the instruction set of the CPU,
// never on threads; a row's result does not depend on its neighbours.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_

#include <cstdint>
#include <span>

namespace interpres {

// Which elements of a [rows, columns] matrix are dropped. Element (i, j) is
// kept, and multiplied by 1 / (1 - probability), if
//   RandomBits(CombineKeys(row_keys[i], use), j) >= probability * 2^32.
// A row's key names its sentence and position, `use` names the sublayer: the
// masks do not depend on the composition of the batch.
// (Srivastava et al., "Dropout", 2014, in its inverted form.)
struct DropoutMask {
  float probability = 0.0f;  // in [0, 1); 0 keeps everything
  const uint64_t* row_keys = nullptr;
  uint64_t use = 0;
};

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

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ROWS_H_
