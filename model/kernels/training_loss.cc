// A row of logits fits the first-level cache, so each row takes three passes:
// the maximum and the sum; the exponentials and their sum; the gradient. So do
// the two rows of R-Drop, which compute the exponentials twice to keep the
// logits.

#include "model/kernels/training_loss.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_loss.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

// A logit of probability 0 that can be subtracted from itself.
constexpr float kAbsent = -1e30f;

struct MaximumAndSum {
  float maximum;
  float sum;
};

MaximumAndSum ReduceRow(const float* row, int64_t size) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  V maximum = hn::Set(d, -std::numeric_limits<float>::infinity());
  V sum0 = hn::Zero(d);
  V sum1 = hn::Zero(d);
  int64_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    const V a = hn::LoadU(d, row + i);
    const V b = hn::LoadU(d, row + i + lanes);
    maximum = hn::Max(maximum, hn::Max(a, b));
    sum0 = hn::Add(sum0, a);
    sum1 = hn::Add(sum1, b);
  }
  MaximumAndSum result{hn::GetLane(hn::MaxOfLanes(d, maximum)),
                       hn::GetLane(hn::SumOfLanes(d, hn::Add(sum0, sum1)))};
  for (; i < size; ++i) {
    result.maximum = std::max(result.maximum, row[i]);
    result.sum += row[i];
  }
  return result;
}

// row = exp(row - maximum); returns the sum.
float ExponentiateRow(float maximum, float* row, int64_t size) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const V subtrahend = hn::Set(d, maximum);
  V sum = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const V e = hn::Exp(d, hn::Sub(hn::LoadU(d, row + i), subtrahend));
    hn::StoreU(e, d, row + i);
    sum = hn::Add(sum, e);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; i < size; ++i) {
    row[i] = std::exp(row[i] - maximum);
    total += row[i];
  }
  return total;
}

// row = row * factor - offset.
void ScaleAndShiftRow(float factor, float offset, float* row, int64_t size) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const V vector_factor = hn::Set(d, factor);
  const V vector_offset = hn::Set(d, offset);
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    hn::StoreU(hn::MulSub(hn::LoadU(d, row + i), vector_factor, vector_offset),
               d, row + i);
  }
  for (; i < size; ++i) {
    row[i] = row[i] * factor - offset;
  }
}

// The probability that the target distribution q gives to the target, above
// `uniform`, and to each other token.
struct WantedMass {
  float certain;
  float uniform;
};

WantedMass MassOf(const CrossEntropyOptions& options, int64_t vocab) {
  return {.certain = 1.0f - options.label_smoothing,
          .uniform = options.label_smoothing / static_cast<float>(vocab - 1)};
}

// The maximum and the sum of the logits but for the padding's, which becomes
// one of probability 0.
MaximumAndSum ReduceLogits(int32_t padding, int32_t target, float* row,
                           int64_t vocab) {
  // A value that changes no maximum and is taken out of the sum.
  row[padding] = row[target];
  MaximumAndSum reduced = ReduceRow(row, vocab);
  reduced.sum -= row[target];
  row[padding] = kAbsent;
  return reduced;
}

// `log_sum`: log(sum_v exp(logit_v)).
void AddCrossEntropy(const WantedMass& mass, double log_sum, float target_logit,
                     float sum, CrossEntropySums& sums) {
  sums.negative_log_likelihood += log_sum - target_logit;
  // -sum_v q_v (logit_v - log_sum), where the q_v sum to 1.
  sums.smoothed_loss += log_sum -
                        static_cast<double>(mass.certain) * target_logit -
                        static_cast<double>(mass.uniform) * sum;
}

CrossEntropySums LossRows(const CrossEntropyOptions& options,
                          std::span<const int32_t> targets, int64_t vocab,
                          float* logits, bool with_gradient) {
  const WantedMass mass = MassOf(options, vocab);
  CrossEntropySums sums;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const int32_t target = targets[i];
    float* row = logits + static_cast<int64_t>(i) * vocab;
    const float target_logit = row[target];
    const MaximumAndSum reduced =
        ReduceLogits(options.padding_id, target, row, vocab);
    const float total = ExponentiateRow(reduced.maximum, row, vocab);
    AddCrossEntropy(mass, reduced.maximum + std::log(total), target_logit,
                    reduced.sum, sums);
    if (with_gradient) {
      ScaleAndShiftRow(1.0f / total, mass.uniform, row, vocab);
      row[target] -= mass.certain;
      row[options.padding_id] = 0.0f;
    }
  }
  return sums;
}

// Two rows of logits z for one target: maxima m, e_v = exp(z_v - m), and
// differences d_v = (z1_v - m1) - (z2_v - m2).
struct RowPair {
  float* first;
  float* second;
  float first_maximum;
  float second_maximum;
};

struct PairSums {
  float first = 0.0f;              // sum of e1
  float second = 0.0f;             // sum of e2
  float first_difference = 0.0f;   // sum of e1 d
  float second_difference = 0.0f;  // sum of e2 d
};

PairSums SumPair(const RowPair& rows, int64_t size) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const V first_maximum = hn::Set(d, rows.first_maximum);
  const V second_maximum = hn::Set(d, rows.second_maximum);
  V sum0 = hn::Zero(d);
  V sum1 = hn::Zero(d);
  V sum2 = hn::Zero(d);
  V sum3 = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const V a = hn::Sub(hn::LoadU(d, rows.first + i), first_maximum);
    const V b = hn::Sub(hn::LoadU(d, rows.second + i), second_maximum);
    const V difference = hn::Sub(a, b);
    const V first = hn::Exp(d, a);
    const V second = hn::Exp(d, b);
    sum0 = hn::Add(sum0, first);
    sum1 = hn::Add(sum1, second);
    sum2 = hn::MulAdd(first, difference, sum2);
    sum3 = hn::MulAdd(second, difference, sum3);
  }
  PairSums total = {hn::GetLane(hn::SumOfLanes(d, sum0)),
                    hn::GetLane(hn::SumOfLanes(d, sum1)),
                    hn::GetLane(hn::SumOfLanes(d, sum2)),
                    hn::GetLane(hn::SumOfLanes(d, sum3))};
  for (; i < size; ++i) {
    const float a = rows.first[i] - rows.first_maximum;
    const float b = rows.second[i] - rows.second_maximum;
    total.first += std::exp(a);
    total.second += std::exp(b);
    total.first_difference += std::exp(a) * (a - b);
    total.second_difference += std::exp(b) * (a - b);
  }
  return total;
}

// With l = log(p1 / p2) = d - log_ratio and h = alpha / 2, the gradient of the
// divergences is h (p1 (l - KL(p1 || p2)) + p1 - p2) for the first row. The
// gradient of the second row is the same with p1 and p2 exchanged.
struct PairGradient {
  float first_factor;   // 1 / sum of e1
  float second_factor;  // 1 / sum of e2
  float log_ratio;      // log(sum of e1 / sum of e2)
  float first_divergence;
  float second_divergence;
  float half_weight;
  float uniform;
};

// What stands in a row becomes p - uniform and the gradient of the divergences.
void GradientOfPair(const PairGradient& g, const RowPair& rows, int64_t size) {
  const D d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto pair = [&](auto tag, int64_t at) {
    const auto set = [&](float value) { return hn::Set(tag, value); };
    const auto a =
        hn::Sub(hn::LoadU(tag, rows.first + at), set(rows.first_maximum));
    const auto b =
        hn::Sub(hn::LoadU(tag, rows.second + at), set(rows.second_maximum));
    const auto log_quotient = hn::Sub(hn::Sub(a, b), set(g.log_ratio));
    const auto p1 = hn::Mul(hn::Exp(tag, a), set(g.first_factor));
    const auto p2 = hn::Mul(hn::Exp(tag, b), set(g.second_factor));
    const auto apart = hn::Sub(p1, p2);
    const auto first =
        hn::MulAdd(p1, hn::Sub(log_quotient, set(g.first_divergence)), apart);
    const auto second = hn::NegMulAdd(
        p2, hn::Add(log_quotient, set(g.second_divergence)), hn::Neg(apart));
    const auto half = set(g.half_weight);
    const auto uniform = set(g.uniform);
    hn::StoreU(hn::MulAdd(half, first, hn::Sub(p1, uniform)), tag,
               rows.first + at);
    hn::StoreU(hn::MulAdd(half, second, hn::Sub(p2, uniform)), tag,
               rows.second + at);
  };
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    pair(d, i);
  }
  for (; i < size; ++i) {
    pair(hn::CappedTag<float, 1>(), i);
  }
}

CrossEntropySums RDropRows(const CrossEntropyOptions& options,
                           std::span<const int32_t> targets, int64_t vocab,
                           float* logits) {
  const WantedMass mass = MassOf(options, vocab);
  const int32_t padding = options.padding_id;
  const auto count = static_cast<int64_t>(targets.size());
  CrossEntropySums sums;
  for (int64_t i = 0; i < count; ++i) {
    const int32_t target = targets[static_cast<std::size_t>(i)];
    float* first = logits + i * vocab;
    float* second = logits + (count + i) * vocab;
    const MaximumAndSum one = ReduceLogits(padding, target, first, vocab);
    const MaximumAndSum two = ReduceLogits(padding, target, second, vocab);
    const RowPair rows = {first, second, one.maximum, two.maximum};
    const PairSums pair = SumPair(rows, vocab);
    AddCrossEntropy(mass, one.maximum + std::log(pair.first), first[target],
                    one.sum, sums);
    AddCrossEntropy(mass, two.maximum + std::log(pair.second), second[target],
                    two.sum, sums);
    const float log_ratio = std::log(pair.first / pair.second);
    const PairGradient g = {
        .first_factor = 1.0f / pair.first,
        .second_factor = 1.0f / pair.second,
        .log_ratio = log_ratio,
        .first_divergence = pair.first_difference / pair.first - log_ratio,
        .second_divergence = log_ratio - pair.second_difference / pair.second,
        .half_weight = 0.5f * options.r_drop,
        .uniform = mass.uniform};
    sums.smoothed_loss += static_cast<double>(g.half_weight) *
                          (g.first_divergence + g.second_divergence);
    GradientOfPair(g, rows, vocab);
    for (float* row : {first, second}) {
      row[target] -= mass.certain;
      row[padding] = 0.0f;
    }
  }
  return sums;
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(LossRows);
HWY_EXPORT(RDropRows);

CrossEntropySums CrossEntropyWithGradient(const CrossEntropyOptions& options,
                                          std::span<const int32_t> targets,
                                          int64_t vocab, float* logits) {
  return HWY_DYNAMIC_DISPATCH(LossRows)(options, targets, vocab, logits, true);
}

CrossEntropySums RDropWithGradient(const CrossEntropyOptions& options,
                                   std::span<const int32_t> targets,
                                   int64_t vocab, float* logits) {
  return HWY_DYNAMIC_DISPATCH(RDropRows)(options, targets, vocab, logits);
}

CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              float* logits) {
  return HWY_DYNAMIC_DISPATCH(LossRows)(options, targets, vocab, logits, false);
}

}  // namespace interpres
#endif  // HWY_ONCE
