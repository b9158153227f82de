#include "model/kernels/layer_norm.h"

#include <cmath>
#include <cstdint>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/layer_norm.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

float RowMean(const float* row, int64_t width) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  auto sum = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    sum = hn::Add(sum, hn::LoadU(d, row + i));
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; i < width; ++i) {
    total += row[i];
  }
  return total / static_cast<float>(width);
}

// A second pass over the row: E[x^2] - E[x]^2 would cancel.
float RowVariance(const float* row, int64_t width, float mean) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto means = hn::Set(d, mean);
  auto sum = hn::Zero(d);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    const auto difference = hn::Sub(hn::LoadU(d, row + i), means);
    sum = hn::MulAdd(difference, difference, sum);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; i < width; ++i) {
    total += (row[i] - mean) * (row[i] - mean);
  }
  return total / static_cast<float>(width);
}

void LayerNormRows(std::span<const float> gain, std::span<const float> bias,
                   float epsilon, int64_t rows, float* values) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto width = static_cast<int64_t>(gain.size());
  for (int64_t r = 0; r < rows; ++r) {
    float* row = values + r * width;
    const float mean = RowMean(row, width);
    const float factor =
        1.0f / std::sqrt(RowVariance(row, width, mean) + epsilon);
    const auto means = hn::Set(d, mean);
    const auto factors = hn::Set(d, factor);
    int64_t i = 0;
    for (; i + lanes <= width; i += lanes) {
      const auto normalised =
          hn::Mul(hn::Sub(hn::LoadU(d, row + i), means), factors);
      hn::StoreU(hn::MulAdd(normalised, hn::LoadU(d, gain.data() + i),
                            hn::LoadU(d, bias.data() + i)),
                 d, row + i);
    }
    for (; i < width; ++i) {
      row[i] = (row[i] - mean) * factor * gain[i] + bias[i];
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(LayerNormRows);

void LayerNormInPlace(std::span<const float> gain, std::span<const float> bias,
                      float epsilon, int64_t rows, float* values) {
  HWY_DYNAMIC_DISPATCH(LayerNormRows)(gain, bias, epsilon, rows, values);
}

}  // namespace interpres
#endif  // HWY_ONCE
