#include "model/kernels/training_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/kernels/counter_random.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_rows.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
using DU = hn::Rebind<uint32_t, D>;
using VU = hn::Vec<DU>;

constexpr float kEpsilon = 1e-5f;

HWY_INLINE int64_t LaneCount() { return static_cast<int64_t>(hn::Lanes(D())); }

HWY_INLINE VU MixVector(VU x) {
  const DU du;
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(du, kMixMultiplier1));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), hn::Set(du, kMixMultiplier2));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// The factors of one row: 0 or 1 / (1 - probability).
class RowMask {
 public:
  RowMask(const DropoutMask& mask, int64_t row)
      : enabled_(mask.probability > 0.0f) {
    if (enabled_) {
      key_ = CombineKeys(mask.row_keys[row], mask.use);
      threshold_ = static_cast<uint32_t>(static_cast<double>(mask.probability) *
                                         4294967296.0);
      scale_ = 1.0f / (1.0f - mask.probability);
    }
  }

  // x * factor of the elements column, column + 1, ...
  HWY_INLINE V Apply(V x, int64_t column) const {
    if (!enabled_) {
      return x;
    }
    const D d;
    const DU du;
    const VU element = hn::Iota(
        du, static_cast<uint32_t>(column) + static_cast<uint32_t>(key_));
    const VU bits = MixVector(hn::Xor(
        MixVector(element), hn::Set(du, static_cast<uint32_t>(key_ >> 32))));
    // bits >= threshold_, without an unsigned comparison.
    const VU threshold = hn::Set(du, threshold_);
    const auto kept = hn::Eq(hn::Max(bits, threshold), bits);
    return hn::IfThenElseZero(hn::RebindMask(d, kept),
                              hn::Mul(x, hn::Set(d, scale_)));
  }

  float Apply(float x, int64_t column) const {
    if (!enabled_) {
      return x;
    }
    return RandomBits(key_, static_cast<uint32_t>(column)) >= threshold_
               ? x * scale_
               : 0.0f;
  }

 private:
  bool enabled_;
  uint64_t key_ = 0;
  uint32_t threshold_ = 0;
  float scale_ = 1.0f;
};

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

// gelu and swish, element by element: their exact forms have no place among
// the fast paths, relu is the default of training.
inline float Activate(RowActivation activation, float x) {
  if (activation == RowActivation::kGelu) {
    return 0.5f * x * (1.0f + std::erf(x * 0.70710678118654752f));
  }
  return x / (1.0f + std::exp(-x));
}

inline float ActivationSlope(RowActivation activation, float x) {
  if (activation == RowActivation::kGelu) {
    const float cdf = 0.5f * (1.0f + std::erf(x * 0.70710678118654752f));
    const float density = 0.39894228040143268f * std::exp(-0.5f * x * x);
    return cdf + x * density;
  }
  const float sigmoid = 1.0f / (1.0f + std::exp(-x));
  return sigmoid * (1.0f + x * (1.0f - sigmoid));
}

void ReluRow(int64_t columns, const float* bias, float* x) {
  const D d;
  const int64_t lanes = LaneCount();
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    const V sum = hn::Add(hn::LoadU(d, x + j), hn::LoadU(d, bias + j));
    hn::StoreU(hn::Max(sum, hn::Zero(d)), d, x + j);
  }
  for (; j < columns; ++j) {
    x[j] = std::max(x[j] + bias[j], 0.0f);
  }
}

void BiasActivationSimd(const ActivationRows& shape, const float* bias,
                        float* x, float* y) {
  for (int64_t i = 0; i < shape.rows; ++i) {
    float* in = x + i * shape.columns;
    float* out = y + i * shape.columns;
    if (shape.activation == RowActivation::kRelu) {
      ReluRow(shape.columns, bias, in);
      if (out != in) {
        std::copy(in, in + shape.columns, out);
      }
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

// z = residual + dropout(sublayer + bias); returns the sum of z.
float AddRow(const ResidualNormRows& s, int64_t row, const float* residual,
             const float* sublayer, float* z) {
  const D d;
  const int64_t lanes = LaneCount();
  const RowMask mask(s.dropout, row);
  V sum = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= s.columns; j += lanes) {
    const V out = hn::Add(hn::LoadU(d, sublayer + j), hn::LoadU(d, s.bias + j));
    const V value = hn::Add(hn::LoadU(d, residual + j), mask.Apply(out, j));
    hn::StoreU(value, d, z + j);
    sum = hn::Add(sum, value);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; j < s.columns; ++j) {
    z[j] = residual[j] + mask.Apply(sublayer[j] + s.bias[j], j);
    total += z[j];
  }
  return total;
}

// The sum of (z - mean)^2.
float SquaredDeviations(int64_t columns, float mean, const float* z) {
  const D d;
  const int64_t lanes = LaneCount();
  const V vector_mean = hn::Set(d, mean);
  V sum = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    const V deviation = hn::Sub(hn::LoadU(d, z + j), vector_mean);
    sum = hn::MulAdd(deviation, deviation, sum);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; j < columns; ++j) {
    total += (z[j] - mean) * (z[j] - mean);
  }
  return total;
}

void ResidualNormSimd(const ResidualNormRows& s, const float* residual,
                      const float* sublayer, const ResidualNormSaved& saved,
                      float* y) {
  const D d;
  const int64_t lanes = LaneCount();
  const float count = static_cast<float>(s.columns);
  for (int64_t i = 0; i < s.rows; ++i) {
    const int64_t begin = i * s.columns;
    float* z = saved.normalized + begin;
    float* out = y + begin;
    const float mean =
        AddRow(s, i, residual + begin, sublayer + begin, z) / count;
    const float variance = SquaredDeviations(s.columns, mean, z) / count;
    const float inverse = 1.0f / std::sqrt(variance + kEpsilon);
    saved.inverse_deviation[i] = inverse;
    const V vector_mean = hn::Set(d, mean);
    const V vector_inverse = hn::Set(d, inverse);
    int64_t j = 0;
    for (; j + lanes <= s.columns; j += lanes) {
      const V normalized =
          hn::Mul(hn::Sub(hn::LoadU(d, z + j), vector_mean), vector_inverse);
      hn::StoreU(normalized, d, z + j);
      hn::StoreU(hn::MulAdd(normalized, hn::LoadU(d, s.gamma + j),
                            hn::LoadU(d, s.beta + j)),
                 d, out + j);
    }
    for (; j < s.columns; ++j) {
      z[j] = (z[j] - mean) * inverse;
      out[j] = z[j] * s.gamma[j] + s.beta[j];
    }
  }
}

struct RowMeans {
  float gradient;   // mean of dy * gamma
  float projected;  // mean of dy * gamma * normalized
};

// Also adds the row's share of the gradients of gamma and beta.
RowMeans ReduceNormRow(const ResidualNormRows& s, const float* normalized,
                       const float* dy, const ResidualNormGradients& g) {
  const D d;
  const int64_t lanes = LaneCount();
  V sum = hn::Zero(d);
  V projected = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= s.columns; j += lanes) {
    const V dyj = hn::LoadU(d, dy + j);
    const V n = hn::LoadU(d, normalized + j);
    const V scaled = hn::Mul(dyj, hn::LoadU(d, s.gamma + j));
    sum = hn::Add(sum, scaled);
    projected = hn::MulAdd(scaled, n, projected);
    hn::StoreU(hn::MulAdd(dyj, n, hn::LoadU(d, g.d_gamma + j)), d,
               g.d_gamma + j);
    hn::StoreU(hn::Add(hn::LoadU(d, g.d_beta + j), dyj), d, g.d_beta + j);
  }
  RowMeans means{hn::GetLane(hn::SumOfLanes(d, sum)),
                 hn::GetLane(hn::SumOfLanes(d, projected))};
  for (; j < s.columns; ++j) {
    const float scaled = dy[j] * s.gamma[j];
    means.gradient += scaled;
    means.projected += scaled * normalized[j];
    g.d_gamma[j] += dy[j] * normalized[j];
    g.d_beta[j] += dy[j];
  }
  const float count = static_cast<float>(s.columns);
  return {means.gradient / count, means.projected / count};
}

void ResidualNormBackwardSimd(const ResidualNormRows& s,
                              const ResidualNormSaved& saved, const float* dy,
                              const ResidualNormGradients& g) {
  const D d;
  const int64_t lanes = LaneCount();
  for (int64_t i = 0; i < s.rows; ++i) {
    const RowMask mask(s.dropout, i);
    const int64_t begin = i * s.columns;
    const float* in = dy + begin;
    const float* normalized = saved.normalized + begin;
    float* residual = g.d_residual + begin;
    float* sublayer = g.d_sublayer + begin;
    const RowMeans means = ReduceNormRow(s, normalized, in, g);
    const float inverse = saved.inverse_deviation[i];
    // In the forward pass this was: y = normalized * gamma + beta, normalized =
    // (z - mean) * inverse.
    int64_t j = 0;
    for (; j + lanes <= s.columns; j += lanes) {
      const V scaled = hn::Mul(hn::LoadU(d, in + j), hn::LoadU(d, s.gamma + j));
      const V centered = hn::Sub(scaled, hn::Set(d, means.gradient));
      const V dz =
          hn::Mul(hn::Set(d, inverse),
                  hn::NegMulAdd(hn::LoadU(d, normalized + j),
                                hn::Set(d, means.projected), centered));
      const V masked = mask.Apply(dz, j);
      hn::StoreU(dz, d, residual + j);
      hn::StoreU(masked, d, sublayer + j);
      hn::StoreU(hn::Add(hn::LoadU(d, g.d_bias + j), masked), d, g.d_bias + j);
    }
    for (; j < s.columns; ++j) {
      const float dz = inverse * (in[j] * s.gamma[j] - means.gradient -
                                  normalized[j] * means.projected);
      residual[j] = dz;
      sublayer[j] = mask.Apply(dz, j);
      g.d_bias[j] += sublayer[j];
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
HWY_EXPORT(ResidualNormSimd);
HWY_EXPORT(ResidualNormBackwardSimd);

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

void ResidualNorm(const ResidualNormRows& shape, const float* residual,
                  const float* sublayer, const ResidualNormSaved& saved,
                  float* y) {
  HWY_DYNAMIC_DISPATCH(ResidualNormSimd)(shape, residual, sublayer, saved, y);
}

void ResidualNormBackward(const ResidualNormRows& shape,
                          const ResidualNormSaved& saved, const float* dy,
                          const ResidualNormGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(ResidualNormBackwardSimd)(shape, saved, dy, gradients);
}

}  // namespace interpres
#endif  // HWY_ONCE
