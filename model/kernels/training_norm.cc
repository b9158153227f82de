#include "model/kernels/training_norm.h"

#include <cmath>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_norm.cc"
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
    const float inverse = 1.0f / std::sqrt(variance + s.epsilon);
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

HWY_EXPORT(ResidualNormSimd);
HWY_EXPORT(ResidualNormBackwardSimd);

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
