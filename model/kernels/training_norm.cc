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

ResidualRows ResidualOf(const ResidualNormRows& s) {
  return {.rows = s.rows,
          .columns = s.columns,
          .dropout = s.dropout,
          .bias = s.bias};
}

LayerNormRows NormOf(const ResidualNormRows& s) {
  return {.rows = s.rows,
          .columns = s.columns,
          .epsilon = s.epsilon,
          .gamma = s.gamma,
          .beta = s.beta};
}

// The sum of the elements of a row.
float SumRow(int64_t columns, const float* x) {
  const D d;
  const int64_t lanes = LaneCount();
  V sum = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= columns; j += lanes) {
    sum = hn::Add(sum, hn::LoadU(d, x + j));
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; j < columns; ++j) {
    total += x[j];
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

// Normalises row `i` of `z`, whose elements have the sum `sum`. Writes the row
// of saved.normalized, which may be the row of `z`, and the row of `y`.
void FinishNormRow(const LayerNormRows& s, int64_t i, float sum, const float* z,
                   const LayerNormOutputs& out) {
  const D d;
  const int64_t lanes = LaneCount();
  const float count = static_cast<float>(s.columns);
  const float mean = sum / count;
  const float variance = SquaredDeviations(s.columns, mean, z) / count;
  const float inverse = 1.0f / std::sqrt(variance + s.epsilon);
  out.saved.inverse_deviation[i] = inverse;
  float* normalized = out.saved.normalized + i * s.columns;
  float* y = out.y + i * s.columns;
  const V vector_mean = hn::Set(d, mean);
  const V vector_inverse = hn::Set(d, inverse);
  int64_t j = 0;
  for (; j + lanes <= s.columns; j += lanes) {
    const V value =
        hn::Mul(hn::Sub(hn::LoadU(d, z + j), vector_mean), vector_inverse);
    hn::StoreU(value, d, normalized + j);
    hn::StoreU(
        hn::MulAdd(value, hn::LoadU(d, s.gamma + j), hn::LoadU(d, s.beta + j)),
        d, y + j);
  }
  for (; j < s.columns; ++j) {
    normalized[j] = (z[j] - mean) * inverse;
    y[j] = normalized[j] * s.gamma[j] + s.beta[j];
  }
}

void LayerNormForwardSimd(const LayerNormRows& s, const float* x,
                          const LayerNormOutputs& out) {
  for (int64_t i = 0; i < s.rows; ++i) {
    const float* row = x + i * s.columns;
    FinishNormRow(s, i, SumRow(s.columns, row), row, out);
  }
}

// z = residual + dropout(sublayer + bias); returns the sum of z. Without a bias
// if `kHasBias` is false.
template <bool kHasBias>
float AddRow(const ResidualRows& s, int64_t row, const float* residual,
             const float* sublayer, float* z) {
  const D d;
  const int64_t lanes = LaneCount();
  const RowMask mask(s.dropout, row);
  V sum = hn::Zero(d);
  int64_t j = 0;
  for (; j + lanes <= s.columns; j += lanes) {
    V out = hn::LoadU(d, sublayer + j);
    if constexpr (kHasBias) {
      out = hn::Add(out, hn::LoadU(d, s.bias + j));
    }
    const V value = hn::Add(hn::LoadU(d, residual + j), mask.Apply(out, j));
    hn::StoreU(value, d, z + j);
    sum = hn::Add(sum, value);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; j < s.columns; ++j) {
    if constexpr (kHasBias) {
      z[j] = residual[j] + mask.Apply(sublayer[j] + s.bias[j], j);
    } else {
      z[j] = residual[j] + mask.Apply(sublayer[j], j);
    }
    total += z[j];
  }
  return total;
}

// AddRow for row `i` of the matrices.
HWY_INLINE float AddMatrixRow(const ResidualRows& s, int64_t i,
                              const float* residual, const float* sublayer,
                              float* z) {
  const int64_t begin = i * s.columns;
  return s.bias != nullptr
             ? AddRow<true>(s, i, residual + begin, sublayer + begin, z + begin)
             : AddRow<false>(s, i, residual + begin, sublayer + begin,
                             z + begin);
}

void AddResidualSimd(const ResidualRows& s, const float* residual,
                     const float* sublayer, float* y) {
  for (int64_t i = 0; i < s.rows; ++i) {
    AddMatrixRow(s, i, residual, sublayer, y);
  }
}

void ResidualNormSimd(const ResidualNormRows& s, const float* residual,
                      const float* sublayer, const LayerNormOutputs& out) {
  const ResidualRows sum = ResidualOf(s);
  const LayerNormRows norm = NormOf(s);
  float* z = out.saved.normalized;
  for (int64_t i = 0; i < s.rows; ++i) {
    const float total = AddMatrixRow(sum, i, residual, sublayer, z);
    FinishNormRow(norm, i, total, z + i * s.columns, out);
  }
}

struct RowMeans {
  float gradient;   // mean of dy * gamma
  float projected;  // mean of dy * gamma * normalized
};

// Also adds the row's share of the gradients of gamma and beta.
RowMeans ReduceNormRow(const LayerNormRows& s, const float* normalized,
                       const float* dy, const LayerNormGradients& g) {
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

// The gradient of the input of a layer norm, element by element. In the forward
// pass this was: y = normalized * gamma + beta, normalized = (z - mean) *
// inverse.
class NormRowGradient {
 public:
  // Also adds the row's share of the gradients of gamma and beta.
  HWY_INLINE NormRowGradient(const LayerNormRows& s,
                             const LayerNormSaved& saved, int64_t row,
                             const float* dy, const LayerNormGradients& g)
      : normalized_(saved.normalized + row * s.columns),
        gamma_(s.gamma),
        dy_(dy + row * s.columns),
        means_(ReduceNormRow(s, normalized_, dy_, g)),
        inverse_(saved.inverse_deviation[row]) {}

  HWY_INLINE V Vector(int64_t j) const {
    const D d;
    const V scaled = hn::Mul(hn::LoadU(d, dy_ + j), hn::LoadU(d, gamma_ + j));
    const V centered = hn::Sub(scaled, hn::Set(d, means_.gradient));
    return hn::Mul(hn::Set(d, inverse_),
                   hn::NegMulAdd(hn::LoadU(d, normalized_ + j),
                                 hn::Set(d, means_.projected), centered));
  }

  HWY_INLINE float Scalar(int64_t j) const {
    return inverse_ * (dy_[j] * gamma_[j] - means_.gradient -
                       normalized_[j] * means_.projected);
  }

 private:
  const float* normalized_;
  const float* gamma_;
  const float* dy_;
  RowMeans means_;
  float inverse_;
};

// Returns `value`, plus the numbers at `old` if kAdds.
template <bool kAdds>
HWY_INLINE V PlusOld(V value, const float* old) {
  if constexpr (kAdds) {
    value = hn::Add(hn::LoadU(D(), old), value);
  }
  return value;
}

template <bool kAdds>
void LayerNormBackwardRows(const LayerNormRows& s, const LayerNormSaved& saved,
                           const float* dy, const LayerNormGradients& g) {
  const D d;
  const int64_t lanes = LaneCount();
  for (int64_t i = 0; i < s.rows; ++i) {
    const NormRowGradient gradient(s, saved, i, dy, g);
    float* dx = g.dx + i * s.columns;
    int64_t j = 0;
    for (; j + lanes <= s.columns; j += lanes) {
      hn::StoreU(PlusOld<kAdds>(gradient.Vector(j), dx + j), d, dx + j);
    }
    for (; j < s.columns; ++j) {
      dx[j] = (kAdds ? dx[j] : 0.0f) + gradient.Scalar(j);
    }
  }
}

void LayerNormBackwardSimd(const LayerNormRows& s, const LayerNormSaved& saved,
                           const float* dy, const LayerNormGradients& g) {
  if (g.adds_to_dx) {
    LayerNormBackwardRows<true>(s, saved, dy, g);
  } else {
    LayerNormBackwardRows<false>(s, saved, dy, g);
  }
}

// Adds `masked` to the gradient of the bias from column `j`. Without a bias,
// `d_bias` is null.
template <bool kHasBias>
HWY_INLINE void AddToBias(V masked, float* d_bias, int64_t j) {
  if constexpr (kHasBias) {
    const D d;
    hn::StoreU(hn::Add(hn::LoadU(d, d_bias + j), masked), d, d_bias + j);
  }
}

template <bool kHasBias>
HWY_INLINE void AddToBias(float masked, float* d_bias, int64_t j) {
  if constexpr (kHasBias) {
    d_bias[j] += masked;
  }
}

template <bool kHasBias>
void ResidualNormBackwardRows(const ResidualNormRows& s,
                              const LayerNormSaved& saved, const float* dy,
                              const ResidualNormGradients& g) {
  const D d;
  const int64_t lanes = LaneCount();
  const LayerNormRows norm = NormOf(s);
  const LayerNormGradients norm_gradients = {
      .dx = g.d_residual, .d_gamma = g.d_gamma, .d_beta = g.d_beta};
  for (int64_t i = 0; i < s.rows; ++i) {
    const RowMask mask(s.dropout, i);
    const NormRowGradient gradient(norm, saved, i, dy, norm_gradients);
    float* residual = g.d_residual + i * s.columns;
    float* sublayer = g.d_sublayer + i * s.columns;
    int64_t j = 0;
    for (; j + lanes <= s.columns; j += lanes) {
      const V dz = gradient.Vector(j);
      const V masked = mask.Apply(dz, j);
      hn::StoreU(dz, d, residual + j);
      hn::StoreU(masked, d, sublayer + j);
      AddToBias<kHasBias>(masked, g.d_bias, j);
    }
    for (; j < s.columns; ++j) {
      const float dz = gradient.Scalar(j);
      residual[j] = dz;
      sublayer[j] = mask.Apply(dz, j);
      AddToBias<kHasBias>(sublayer[j], g.d_bias, j);
    }
  }
}

void ResidualNormBackwardSimd(const ResidualNormRows& s,
                              const LayerNormSaved& saved, const float* dy,
                              const ResidualNormGradients& g) {
  if (s.bias != nullptr) {
    ResidualNormBackwardRows<true>(s, saved, dy, g);
  } else {
    ResidualNormBackwardRows<false>(s, saved, dy, g);
  }
}

void AddResidualBackwardSimd(const ResidualRows& s, const float* dy,
                             float* d_sublayer, float* d_bias) {
  const D d;
  const int64_t lanes = LaneCount();
  for (int64_t i = 0; i < s.rows; ++i) {
    const RowMask mask(s.dropout, i);
    const float* in = dy + i * s.columns;
    float* out = d_sublayer + i * s.columns;
    int64_t j = 0;
    for (; j + lanes <= s.columns; j += lanes) {
      hn::StoreU(mask.Apply(hn::LoadU(d, in + j), j), d, out + j);
    }
    for (; j < s.columns; ++j) {
      out[j] = mask.Apply(in[j], j);
    }
    for (j = 0; s.bias != nullptr && j + lanes <= s.columns; j += lanes) {
      hn::StoreU(hn::Add(hn::LoadU(d, d_bias + j), hn::LoadU(d, out + j)), d,
                 d_bias + j);
    }
    for (; s.bias != nullptr && j < s.columns; ++j) {
      d_bias[j] += out[j];
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
HWY_EXPORT(LayerNormForwardSimd);
HWY_EXPORT(LayerNormBackwardSimd);
HWY_EXPORT(AddResidualSimd);
HWY_EXPORT(AddResidualBackwardSimd);

void ResidualNorm(const ResidualNormRows& shape, const float* residual,
                  const float* sublayer, const LayerNormOutputs& outputs) {
  HWY_DYNAMIC_DISPATCH(ResidualNormSimd)(shape, residual, sublayer, outputs);
}

void ResidualNormBackward(const ResidualNormRows& shape,
                          const LayerNormSaved& saved, const float* dy,
                          const ResidualNormGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(ResidualNormBackwardSimd)(shape, saved, dy, gradients);
}

void LayerNormForward(const LayerNormRows& shape, const float* x,
                      const LayerNormOutputs& outputs) {
  HWY_DYNAMIC_DISPATCH(LayerNormForwardSimd)(shape, x, outputs);
}

void LayerNormBackward(const LayerNormRows& shape, const LayerNormSaved& saved,
                       const float* dy, const LayerNormGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(LayerNormBackwardSimd)(shape, saved, dy, gradients);
}

void AddResidual(const ResidualRows& shape, const float* residual,
                 const float* sublayer, float* y) {
  HWY_DYNAMIC_DISPATCH(AddResidualSimd)(shape, residual, sublayer, y);
}

void AddResidualBackward(const ResidualRows& shape, const float* dy,
                         float* d_sublayer, float* d_bias) {
  HWY_DYNAMIC_DISPATCH(AddResidualBackwardSimd)(shape, dy, d_sublayer, d_bias);
}

}  // namespace interpres
#endif  // HWY_ONCE
