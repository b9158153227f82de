// A row of logits fits the first-level cache, so each row takes three passes:
// the maximum and the sum; the exponentials and their sum; the gradient.

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

CrossEntropySums LossRows(const CrossEntropyOptions& options,
                          std::span<const int32_t> targets, int64_t vocab,
                          float* logits, bool with_gradient) {
  const float uniform = options.label_smoothing / static_cast<float>(vocab - 1);
  const float certain = 1.0f - options.label_smoothing;
  CrossEntropySums sums;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const int32_t target = targets[i];
    float* row = logits + static_cast<int64_t>(i) * vocab;
    const float target_logit = row[target];
    // A value that changes no maximum and is taken out of the sum.
    row[options.padding_id] = target_logit;
    MaximumAndSum reduced = ReduceRow(row, vocab);
    reduced.sum -= target_logit;
    row[options.padding_id] = -std::numeric_limits<float>::infinity();
    const float total = ExponentiateRow(reduced.maximum, row, vocab);
    const double log_sum = reduced.maximum + std::log(total);
    sums.negative_log_likelihood += log_sum - target_logit;
    // -sum_v q_v (logit_v - log_sum), where the q_v sum to 1.
    sums.smoothed_loss += log_sum -
                          static_cast<double>(certain) * target_logit -
                          static_cast<double>(uniform) * reduced.sum;
    if (with_gradient) {
      ScaleAndShiftRow(1.0f / total, uniform, row, vocab);
      row[target] -= certain;
      row[options.padding_id] = 0.0f;
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

CrossEntropySums CrossEntropyWithGradient(const CrossEntropyOptions& options,
                                          std::span<const int32_t> targets,
                                          int64_t vocab, float* logits) {
  return HWY_DYNAMIC_DISPATCH(LossRows)(options, targets, vocab, logits, true);
}

CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              float* logits) {
  return HWY_DYNAMIC_DISPATCH(LossRows)(options, targets, vocab, logits, false);
}

}  // namespace interpres
#endif  // HWY_ONCE
