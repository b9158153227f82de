// Scaled dot-product attention of one sentence, all heads, with its gradient:
// dropout(softmax(Q K^T / sqrt(head_dim))) V ("Attention Is All You Need",
// equation 1).
//
// Rows of different tensors may be strided, so that Q, K and V can lie side by
// side in the result of one matrix product. Head h owns the columns
// h * head_dim .. (h + 1) * head_dim of each.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_

#include <cstdint>

#include "model/kernels/gemm.h"
#include "model/kernels/training_dropout.h"

namespace interpres {

struct AttentionShape {
  int64_t queries = 0;
  int64_t keys = 0;
  int64_t heads = 0;
  int64_t head_dim = 0;
  bool causal = false;  // query i sees keys 0..i only; queries = keys
  // Of the softmaxed weights [queries, heads * KeyStride()]: the weight of key
  // j in head h is column h * KeyStride() + j of its query's row.
  DropoutMask dropout = {};

  // Floats of the attention weights kept for the gradient:
  // [heads, queries, KeyStride()].
  int64_t KeyStride() const { return (keys + 15) / 16 * 16; }
  int64_t WeightsSize() const { return heads * queries * KeyStride(); }
  // Floats of scratch memory that a call needs, forward or backward.
  int64_t ScratchSize() const { return (head_dim + queries) * KeyStride(); }
};

struct AttentionInputs {
  ConstMatrix q;  // [queries, heads * head_dim]
  ConstMatrix k;  // [keys, heads * head_dim]
  ConstMatrix v;  // [keys, heads * head_dim]
};

struct AttentionWorkspace {
  float* weights = nullptr;  // WeightsSize(): written forward, read backward
  float* scratch = nullptr;  // ScratchSize()
};

// out[queries, heads * head_dim], replaced.
void AttentionForward(const AttentionShape& shape,
                      const AttentionInputs& inputs,
                      const AttentionWorkspace& workspace, Matrix out);

struct AttentionGradients {
  Matrix dq;  // like the inputs; replaced
  Matrix dk;
  Matrix dv;
};

void AttentionBackward(const AttentionShape& shape,
                       const AttentionInputs& inputs,
                       const AttentionWorkspace& workspace, ConstMatrix d_out,
                       const AttentionGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_H_
