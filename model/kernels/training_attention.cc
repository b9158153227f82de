// Sentences are short (5 to 100 tokens) and attention is a few percent of the
// arithmetic, so one small matrix product in registers serves all six products
// of a head; calls into a general product would cost more than they compute.

#include "model/kernels/training_attention.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_attention.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"
#include "model/kernels/training_dropout-inl.h"

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_CC_ONCE
#define INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_CC_ONCE

namespace interpres {

// c[m, n] = factor * sum_k a(m, k) b[k, n], where a(m, k) = a[m * a_row + k *
// a_step]: either orientation of `a` costs the same, for it is only broadcast.
struct SmallProduct {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  int64_t a_row = 0;
  int64_t a_step = 0;
  float factor = 1.0f;
};

}  // namespace interpres
#endif  // INTERPRES_MODEL_KERNELS_TRAINING_ATTENTION_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
// At most 16 lanes, so that rows padded to 16 floats hold whole vectors.
using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;

template <int kVectors>
HWY_INLINE void AddScaled(V factor, const V* values, V* sums) {
  for (int v = 0; v < kVectors; ++v) {
    sums[v] = hn::MulAdd(factor, values[v], sums[v]);
  }
}

// Rows row .. row + kRows of columns column .. column + kVectors * lanes.
template <int kRows, int kVectors>
HWY_INLINE void ProductTile(const SmallProduct& p, const float* a,
                            ConstMatrix b, Matrix c) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  V sums[kRows][kVectors];
  for (auto& row : sums) {
    for (V& sum : row) {
      sum = hn::Zero(d);
    }
  }
  for (int64_t k = 0; k < p.k; ++k) {
    V right[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      right[v] = hn::LoadU(d, b.data + k * b.stride + v * lanes);
    }
    for (int r = 0; r < kRows; ++r) {
      const V left = hn::Set(d, a[r * p.a_row + k * p.a_step]);
      AddScaled<kVectors>(left, right, sums[r]);
    }
  }
  const V factor = hn::Set(d, p.factor);
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      hn::StoreU(hn::Mul(factor, sums[r][v]), d,
                 c.data + r * c.stride + v * lanes);
    }
  }
}

template <int kVectors>
HWY_INLINE void ProductColumns(const SmallProduct& p, const float* a,
                               ConstMatrix b, Matrix c) {
  int64_t m = 0;
  for (; m + 4 <= p.m; m += 4) {
    ProductTile<4, kVectors>(p, a + m * p.a_row, b,
                             {c.data + m * c.stride, c.stride});
  }
  for (; m < p.m; ++m) {
    ProductTile<1, kVectors>(p, a + m * p.a_row, b,
                             {c.data + m * c.stride, c.stride});
  }
}

// For head sizes that are no multiple of a vector.
void ProductScalarColumn(const SmallProduct& p, const float* a, ConstMatrix b,
                         Matrix c) {
  for (int64_t m = 0; m < p.m; ++m) {
    float sum = 0.0f;
    for (int64_t k = 0; k < p.k; ++k) {
      sum += a[m * p.a_row + k * p.a_step] * b.data[k * b.stride];
    }
    c.data[m * c.stride] = p.factor * sum;
  }
}

void Multiply(const SmallProduct& p, const float* a, ConstMatrix b, Matrix c) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(D()));
  int64_t n = 0;
#if HWY_TARGET <= HWY_AVX3
  // With 32 registers, 16 sums hide the latency of a multiplication.
  for (; n + 4 * lanes <= p.n; n += 4 * lanes) {
    ProductColumns<4>(p, a, {b.data + n, b.stride}, {c.data + n, c.stride});
  }
#endif
  for (; n + 2 * lanes <= p.n; n += 2 * lanes) {
    ProductColumns<2>(p, a, {b.data + n, b.stride}, {c.data + n, c.stride});
  }
  for (; n + lanes <= p.n; n += lanes) {
    ProductColumns<1>(p, a, {b.data + n, b.stride}, {c.data + n, c.stride});
  }
  for (; n < p.n; ++n) {
    ProductScalarColumn(p, a, {b.data + n, b.stride}, {c.data + n, c.stride});
  }
}

// to[column, row] = from[row, column]; rows past the end become 0.
void TransposePadded(int64_t rows, int64_t columns, ConstMatrix from,
                     Matrix to) {
  for (int64_t column = 0; column < columns; ++column) {
    float* out = to.data + column * to.stride;
    for (int64_t row = 0; row < rows; ++row) {
      out[row] = from.data[row * from.stride + column];
    }
    std::fill(out + rows, out + to.stride, 0.0f);
  }
}

// Softmax over the first `visible` of `size` scores; the others become 0.
void SoftmaxRow(int64_t visible, int64_t size, float* row) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  std::fill(row + visible, row + size, -std::numeric_limits<float>::infinity());
  V maximum = hn::LoadU(d, row);
  for (int64_t i = lanes; i < size; i += lanes) {
    maximum = hn::Max(maximum, hn::LoadU(d, row + i));
  }
  maximum = hn::MaxOfLanes(d, maximum);
  V sum = hn::Zero(d);
  for (int64_t i = 0; i < size; i += lanes) {
    const V e = hn::Exp(d, hn::Sub(hn::LoadU(d, row + i), maximum));
    hn::StoreU(e, d, row + i);
    sum = hn::Add(sum, e);
  }
  const V factor = hn::Div(hn::Set(d, 1.0f), hn::SumOfLanes(d, sum));
  for (int64_t i = 0; i < size; i += lanes) {
    hn::StoreU(hn::Mul(factor, hn::LoadU(d, row + i)), d, row + i);
  }
}

// dw becomes w * (dw - sum(w * dw)): the gradient of w = softmax(s) by s.
void SoftmaxRowBackward(int64_t size, const float* w, float* dw) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  V sum = hn::Zero(d);
  for (int64_t i = 0; i < size; i += lanes) {
    sum = hn::MulAdd(hn::LoadU(d, w + i), hn::LoadU(d, dw + i), sum);
  }
  sum = hn::SumOfLanes(d, sum);
  for (int64_t i = 0; i < size; i += lanes) {
    const V shifted = hn::Sub(hn::LoadU(d, dw + i), sum);
    hn::StoreU(hn::Mul(hn::LoadU(d, w + i), shifted), d, dw + i);
  }
}

// to = the weights of head h, or their gradient, with the mask applied.
void DropWeights(const AttentionShape& s, int64_t h, const float* from,
                 float* to) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t stride = s.KeyStride();
  for (int64_t i = 0; i < s.queries; ++i) {
    const RowMask mask(s.dropout, i);
    for (int64_t j = 0; j < stride; j += lanes) {
      const V weights = hn::LoadU(d, from + i * stride + j);
      hn::StoreU(mask.Apply(weights, h * stride + j), d, to + i * stride + j);
    }
  }
}

HWY_INLINE ConstMatrix Head(ConstMatrix all, int64_t column) {
  return {all.data + column, all.stride};
}

HWY_INLINE Matrix Head(Matrix all, int64_t column) {
  return {all.data + column, all.stride};
}

void ForwardHeads(const AttentionShape& s, const AttentionInputs& in,
                  const AttentionWorkspace& workspace, Matrix out) {
  const int64_t stride = s.KeyStride();
  const Matrix keys{workspace.scratch, stride};  // K^T
  float* const dropped = workspace.scratch + s.head_dim * stride;
  const bool drops = s.dropout.probability > 0.0f;
  const float factor = 1.0f / std::sqrt(static_cast<float>(s.head_dim));
  for (int64_t h = 0; h < s.heads; ++h) {
    const int64_t column = h * s.head_dim;
    const Matrix weights{workspace.weights + h * s.queries * stride, stride};
    TransposePadded(s.keys, s.head_dim, Head(in.k, column), keys);
    Multiply({.m = s.queries,
              .n = stride,
              .k = s.head_dim,
              .a_row = in.q.stride,
              .a_step = 1,
              .factor = factor},
             in.q.data + column, {keys.data, stride}, weights);
    for (int64_t i = 0; i < s.queries; ++i) {
      SoftmaxRow(s.causal ? i + 1 : s.keys, stride, weights.data + i * stride);
    }
    // The gradient needs the weights as they were before the dropout.
    if (drops) {
      DropWeights(s, h, weights.data, dropped);
    }
    Multiply({.m = s.queries,
              .n = s.head_dim,
              .k = s.keys,
              .a_row = stride,
              .a_step = 1},
             drops ? dropped : weights.data, Head(in.v, column),
             Head(out, column));
  }
}

void BackwardHeads(const AttentionShape& s, const AttentionInputs& in,
                   const AttentionWorkspace& workspace, ConstMatrix d_out,
                   const AttentionGradients& gradients) {
  const int64_t stride = s.KeyStride();
  const Matrix values{workspace.scratch, stride};  // V^T
  // First the dropped weights again, then the gradient of the scores.
  float* const d_scores = workspace.scratch + s.head_dim * stride;
  const bool drops = s.dropout.probability > 0.0f;
  const float factor = 1.0f / std::sqrt(static_cast<float>(s.head_dim));
  for (int64_t h = 0; h < s.heads; ++h) {
    const int64_t column = h * s.head_dim;
    const float* weights = workspace.weights + h * s.queries * stride;
    // In the forward pass this was: out = dropout(weights) V.
    if (drops) {
      DropWeights(s, h, weights, d_scores);
    }
    Multiply({.m = s.keys,
              .n = s.head_dim,
              .k = s.queries,
              .a_row = 1,
              .a_step = stride},
             drops ? d_scores : weights, Head(d_out, column),
             Head(gradients.dv, column));
    TransposePadded(s.keys, s.head_dim, Head(in.v, column), values);
    Multiply({.m = s.queries,
              .n = stride,
              .k = s.head_dim,
              .a_row = d_out.stride,
              .a_step = 1},
             d_out.data + column, {values.data, stride}, {d_scores, stride});
    if (drops) {
      DropWeights(s, h, d_scores, d_scores);
    }
    for (int64_t i = 0; i < s.queries; ++i) {
      SoftmaxRowBackward(stride, weights + i * stride, d_scores + i * stride);
    }
    // In the forward pass this was: scores = factor Q K^T.
    Multiply({.m = s.queries,
              .n = s.head_dim,
              .k = s.keys,
              .a_row = stride,
              .a_step = 1,
              .factor = factor},
             d_scores, Head(in.k, column), Head(gradients.dq, column));
    Multiply({.m = s.keys,
              .n = s.head_dim,
              .k = s.queries,
              .a_row = 1,
              .a_step = stride,
              .factor = factor},
             d_scores, Head(in.q, column), Head(gradients.dk, column));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(ForwardHeads);
HWY_EXPORT(BackwardHeads);

void AttentionForward(const AttentionShape& shape,
                      const AttentionInputs& inputs,
                      const AttentionWorkspace& workspace, Matrix out) {
  HWY_DYNAMIC_DISPATCH(ForwardHeads)(shape, inputs, workspace, out);
}

void AttentionBackward(const AttentionShape& shape,
                       const AttentionInputs& inputs,
                       const AttentionWorkspace& workspace, ConstMatrix d_out,
                       const AttentionGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(BackwardHeads)
  (shape, inputs, workspace, d_out, gradients);
}

}  // namespace interpres
#endif  // HWY_ONCE
