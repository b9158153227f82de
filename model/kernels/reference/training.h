// The forward passes of the training kernels in double precision and plain
// loops: their scalar twins. Gradients are checked by finite differences of
// these. For tests only.

#ifndef INTERPRES_MODEL_KERNELS_REFERENCE_TRAINING_H_
#define INTERPRES_MODEL_KERNELS_REFERENCE_TRAINING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "model/kernels/training_attention.h"
#include "model/kernels/training_dropout.h"
#include "model/kernels/training_loss.h"
#include "model/kernels/training_norm.h"
#include "model/kernels/training_rows.h"
#include "model/kernels/training_ssru.h"

namespace interpres::reference {

using Doubles = std::vector<double>;

// Returns the number by which dropout multiplies the element: 0, or 1 / (1 -
// probability).
double DropoutFactor(const DropoutMask& mask, int64_t row, int64_t column);

// [rows, columns]
Doubles EmbedRows(const EmbeddingRows& rows, const Doubles& table,
                  const Doubles& position_table);

double Activate(RowActivation activation, double x);

// Returns `x` [rows, columns], each element multiplied by its dropout factor in
// `mask`: 0 or 1 / (1 - probability).
Doubles DropRows(int64_t columns, const DropoutMask& mask, const Doubles& x);

// activation(x + bias), [rows, columns]
Doubles BiasActivation(const ActivationRows& shape, const Doubles& bias,
                       const Doubles& x);

// The array arguments of the reference LayerNorm, in double precision. Used
// instead of the float pointers in LayerNormRows, which are not read.
struct LayerNormInputs {
  Doubles x;  // [rows, columns]
  Doubles gamma;
  Doubles beta;
};
Doubles LayerNorm(const LayerNormRows& shape, const LayerNormInputs& inputs);

// The array arguments of the reference AddResidual, in double precision. Used
// instead of the float pointers in ResidualRows, which are not read.
struct ResidualInputs {
  Doubles residual;  // [rows, columns]
  Doubles sublayer;  // [rows, columns]
  Doubles bias;      // [columns]; empty means no bias
};
Doubles AddResidual(const ResidualRows& shape, const ResidualInputs& inputs);

// The array arguments of the reference ResidualNorm, in double precision. Used
// instead of the float pointers in ResidualNormRows, which are not read.
struct ResidualNormInputs {
  Doubles residual;  // [rows, columns]
  Doubles sublayer;  // [rows, columns]
  Doubles bias;      // [columns]; empty means no bias
  Doubles gamma;
  Doubles beta;
};
Doubles ResidualNorm(const ResidualNormRows& shape,
                     const ResidualNormInputs& inputs);

// The array arguments of the reference Ssru, in double precision.
struct SsruInputs {
  Doubles forget_candidate;  // [rows, 2 columns], without the bias
  Doubles forget_bias;       // [columns]
};
// Returns the hidden values [rows, columns].
Doubles Ssru(const SsruRows& shape, const SsruInputs& inputs);

// The arguments of the reference Attention, row-major without gaps. `q` is
// [queries, heads * head_dim]; `k` and `v` are [keys, heads * head_dim].
struct AttentionArguments {
  Doubles q;
  Doubles k;
  Doubles v;
};
Doubles Attention(const AttentionShape& shape, const AttentionArguments& in);

CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              const Doubles& logits);

CrossEntropySums RDrop(const CrossEntropyOptions& options,
                       std::span<const int32_t> targets, int64_t vocab,
                       const Doubles& logits);

}  // namespace interpres::reference

#endif  // INTERPRES_MODEL_KERNELS_REFERENCE_TRAINING_H_
