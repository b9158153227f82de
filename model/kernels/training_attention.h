// Scaled dot-product attention of one sentence, all heads, with its gradient:
// dropout(softmax(Q K^T / sqrt(head_dim))) V ("Attention Is All You Need",
// equation 1).
//
// The rows of a matrix may be strided, so that Q, K and V can lie side by side
// in the result of one matrix product. Head h owns the columns h * head_dim ..
// (h + 1) * head_dim - 1 of each matrix.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_

#include <cstdint>

#include "model/kernels/gemm.h"
#include "model/kernels/training_dropout.h"

namespace interpres {

// The dimensions of one attention.
struct AttentionShape {
  int64_t queries = 0;
  int64_t keys = 0;
  int64_t heads = 0;
  int64_t head_dim = 0;
  bool causal = false;  // query i sees keys 0..i; requires queries = keys
  // The dropout of the attention weights after the softmax. The mask has the
  // shape [queries, heads * KeyStride()]. The weight of key j in head h is
  // column h * KeyStride() + j of the query's row.
  DropoutMask dropout = {};

  // Floats of one row of attention weights: `keys`, rounded up to a multiple of
  // 16.
  int64_t KeyStride() const { return (keys + 15) / 16 * 16; }
  // Floats of the array of attention weights [heads, queries, KeyStride()]. The
  // forward pass fills the array and the backward pass reads it.
  int64_t WeightsSize() const { return heads * queries * KeyStride(); }
  // Floats of scratch memory that a forward or backward call needs.
  int64_t ScratchSize() const { return (head_dim + queries) * KeyStride(); }
};

// The projected queries, keys and values.
struct AttentionInputs {
  ConstMatrix q;  // [queries, heads * head_dim]
  ConstMatrix k;  // [keys, heads * head_dim]
  ConstMatrix v;  // [keys, heads * head_dim]
};

// Memory of the caller.
struct AttentionWorkspace {
  float* weights = nullptr;  // WeightsSize() floats, kept for backward
  float* scratch = nullptr;  // ScratchSize() floats
};

// Computes softmax(q k^T / sqrt(head_dim)) v for every head, with the dropout
// and the causal mask of `shape`. Replaces `out` [queries, heads * head_dim].
// Fills workspace.weights, which AttentionBackward needs, and overwrites
// workspace.scratch. Thread-safe.
void AttentionForward(const AttentionShape& shape,
                      const AttentionInputs& inputs,
                      const AttentionWorkspace& workspace, Matrix out);

// The results of AttentionBackward: the gradients of q, k and v, in the shapes
// of AttentionInputs. AttentionBackward replaces the previous values.
struct AttentionGradients {
  Matrix dq;
  Matrix dk;
  Matrix dv;
};

// Computes `gradients`, the gradients of q, k and v, from `d_out` [queries,
// heads * head_dim], the gradient of the output. Overwrites workspace.scratch.
// REQUIRES: AttentionForward was called with the same shape and inputs, and
// workspace.weights is as AttentionForward left it. Thread-safe.
void AttentionBackward(const AttentionShape& shape,
                       const AttentionInputs& inputs,
                       const AttentionWorkspace& workspace, ConstMatrix d_out,
                       const AttentionGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_
