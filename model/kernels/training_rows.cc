#include "model/kernels/training_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_rows.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"
#include "model/kernels/training_dropout-inl.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE int64_t LaneCount() { return static_cast<int64_t>(hn::Lanes(D())); }

void EmbedRowsSimd(const EmbeddingRows& rows, const float* table,
                   const float* position_table, float* x) {
  const D d;
  const int64_t lanes = LaneCount();
  const int64_t n = rows.columns;
  const V scale = hn::Set(d, rows.scale);
  for (std::size_t i = 0; i < rows.ids.size(); ++i) {
    const RowMask mask(rows.dropout, static_cast<int64_t>(i));
    const float* word = table + rows.ids[i] * n;
    const float* position = position_table + rows.positions[i] * n;
    float* out = x + static_cast<int64_t>(i) * n;
    int64_t j = 0;
    for (; j + lanes <= n; j += lanes) {
      const V sum =
          hn::MulAdd(scale, hn::LoadU(d, word + j), hn::LoadU(d, position + j));
      hn::StoreU(mask.Apply(sum, j), d, out + j);
    }
    for (; j < n; ++j) {
      out[j] = mask.Apply(rows.scale * word[j] + position[j], j);
    }
  }
}

void EmbedRowsBackwardSimd(const EmbeddingRows& rows, const float* dx,
                           int32_t padding_id, float* d_table) {
  const D d;
  const int64_t lanes = LaneCount();
  const int64_t n = rows.columns;
  const V scale = hn::Set(d, rows.scale);
  for (std::size_t i = 0; i < rows.ids.size(); ++i) {
    if (rows.ids[i] == padding_id) {
      continue;
    }
    const RowMask mask(rows.dropout, static_cast<int64_t>(i));
    const float* in = dx + static_cast<int64_t>(i) * n;
    float* out = d_table + rows.ids[i] * n;
    int64_t j = 0;
    for (; j + lanes <= n; j += lanes) {
      const V masked = mask.Apply(hn::LoadU(d, in + j), j);
      hn::StoreU(hn::MulAdd(scale, masked, hn::LoadU(d, out + j)), d, out + j);
    }
    for (; j < n; ++j) {
      out[j] += rows.scale * mask.Apply(in[j], j);
    }
  }
}

void AddBiasSimd(int64_t rows, int64_t columns, const float* bias, float* x) {
  const D d;
  const int64_t lanes = LaneCount();
  for (int64_t i = 0; i < rows; ++i, x += columns) {
    int64_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, bias + j)), d,
                 x + j);
    }
    for (; j < columns; ++j) {
      x[j] += bias[j];
    }
  }
}

void AddBiasBackwardSimd(int64_t rows, int64_t columns, const float* dx,
                         float* d_bias) {
  for (int64_t i = 0; i < rows; ++i) {
    AddBiasSimd(1, columns, dx + i * columns, d_bias);
  }
}

// The factor f of x sigmoid(f x): of swish or of quick gelu.
inline float SigmoidFactor(RowActivation activation) {
  return activation == RowActivation::kQuickGelu ? 1.702f : 1.0f;
}

// gelu and swish, element by element: their exact forms have no place among
// the fast paths, relu is the default of training.
inline float Activate(RowActivation activation, float x) {
  if (activation == RowActivation::kGelu) {
    return 0.5f * x * (1.0f + std::erf(x * 0.70710678118654752f));
  }
  return x / (1.0f + std::exp(-SigmoidFactor(activation) * x));
}

inline float ActivationSlope(RowActivation activation, float x) {
  if (activation == RowActivation::kGelu) {
    const float cdf = 0.5f * (1.0f + std::erf(x * 0.70710678118654752f));
    const float density = 0.39894228040143268f * std::exp(-0.5f * x * x);
    return cdf + x * density;
  }
  const float scaled = SigmoidFactor(activation) * x;
  const float sigmoid = 1.0f / (1.0f + std::exp(-scaled));
  return sigmoid * (1.0f + scaled * (1.0f - sigmoid));
}

void ReluRow(int64_t columns, const float* bias, const float* x, float* y) {
  const D d;
  const int64_t lanes = LaneCount();
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    const V sum = hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, bias + j));
    hn::StoreU(hn::Max(sum, hn::Zero(d)), d, y + j);
  }
  for (; j < columns; ++j) {
    y[j] = std::max(x[j] + bias[j], 0.0f);
  }
}

void BiasActivationSimd(const ActivationRows& shape, const float* bias,
                        float* x, float* y) {
  for (int64_t i = 0; i < shape.rows; ++i) {
    float* in = x + i * shape.columns;
    float* out = y + i * shape.columns;
    if (shape.activation == RowActivation::kRelu) {
      ReluRow(shape.columns, bias, in, out);
      continue;
    }
    for (int64_t j = 0; j < shape.columns; ++j) {
      in[j] += bias[j];
      out[j] = Activate(shape.activation, in[j]);
    }
  }
}

void ReluRowBackward(int64_t columns, const float* y, float* dy,
                     float* d_bias) {
  const D d;
  const int64_t lanes = LaneCount();
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    const auto positive = hn::Gt(hn::LoadU(d, y + j), hn::Zero(d));
    const V gradient = hn::IfThenElseZero(positive, hn::LoadU(d, dy + j));
    hn::StoreU(gradient, d, dy + j);
    hn::StoreU(hn::Add(hn::LoadU(d, d_bias + j), gradient), d, d_bias + j);
  }
  for (; j < columns; ++j) {
    dy[j] = y[j] > 0.0f ? dy[j] : 0.0f;
    d_bias[j] += dy[j];
  }
}

void BiasActivationBackwardSimd(const ActivationRows& shape, const float* saved,
                                float* dy, float* d_bias) {
  for (int64_t i = 0; i < shape.rows; ++i) {
    const float* in = saved + i * shape.columns;
    float* out = dy + i * shape.columns;
    if (shape.activation == RowActivation::kRelu) {
      ReluRowBackward(shape.columns, in, out, d_bias);
      continue;
    }
    for (int64_t j = 0; j < shape.columns; ++j) {
      out[j] *= ActivationSlope(shape.activation, in[j]);
      d_bias[j] += out[j];
    }
  }
}

void DropRowsSimd(int64_t rows, int64_t columns, const DropoutMask& mask,
                  float* x) {
  const D d;
  const int64_t lanes = LaneCount();
  for (int64_t i = 0; i < rows; ++i, x += columns) {
    const RowMask row(mask, i);
    int64_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      hn::StoreU(row.Apply(hn::LoadU(d, x + j), j), d, x + j);
    }
    for (; j < columns; ++j) {
      x[j] = row.Apply(x[j], j);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(EmbedRowsSimd);
HWY_EXPORT(EmbedRowsBackwardSimd);
HWY_EXPORT(AddBiasSimd);
HWY_EXPORT(AddBiasBackwardSimd);
HWY_EXPORT(BiasActivationSimd);
HWY_EXPORT(BiasActivationBackwardSimd);
HWY_EXPORT(DropRowsSimd);

void EmbedRows(const EmbeddingRows& rows, const float* table,
               const float* position_table, float* x) {
  HWY_DYNAMIC_DISPATCH(EmbedRowsSimd)(rows, table, position_table, x);
}

void EmbedRowsBackward(const EmbeddingRows& rows, const float* dx,
                       int32_t padding_id, float* d_table) {
  HWY_DYNAMIC_DISPATCH(EmbedRowsBackwardSimd)(rows, dx, padding_id, d_table);
}

void AddBias(int64_t rows, int64_t columns, const float* bias, float* x) {
  HWY_DYNAMIC_DISPATCH(AddBiasSimd)(rows, columns, bias, x);
}

void AddBiasBackward(int64_t rows, int64_t columns, const float* dx,
                     float* d_bias) {
  HWY_DYNAMIC_DISPATCH(AddBiasBackwardSimd)(rows, columns, dx, d_bias);
}

void BiasActivation(const ActivationRows& shape, const float* bias, float* x,
                    float* y) {
  HWY_DYNAMIC_DISPATCH(BiasActivationSimd)(shape, bias, x, y);
}

void BiasActivationBackward(const ActivationRows& shape, const float* saved,
                            float* dy, float* d_bias) {
  HWY_DYNAMIC_DISPATCH(BiasActivationBackwardSimd)(shape, saved, dy, d_bias);
}

void DropRows(int64_t rows, int64_t columns, const DropoutMask& mask,
              float* x) {
  if (mask.probability > 0.0f) {
    HWY_DYNAMIC_DISPATCH(DropRowsSimd)(rows, columns, mask, x);
  }
}

}  // namespace interpres
#endif  // HWY_ONCE
