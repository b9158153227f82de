#include "model/kernels/ssru.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/ssru.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void SsruRow(const float* forget_candidate, int64_t width, float* state,
             float* hidden) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const float* candidate = forget_candidate + width;
  const auto one = hn::Set(d, 1.0f);
  int64_t i = 0;
  for (; i + lanes <= width; i += lanes) {
    const auto z = hn::LoadU(d, forget_candidate + i);
    const auto f = hn::Div(one, hn::Add(one, hn::Exp(d, hn::Neg(z))));
    const auto x = hn::LoadU(d, candidate + i);
    const auto difference = hn::Sub(hn::LoadU(d, state + i), x);
    const auto next = hn::MulAdd(f, difference, x);
    hn::StoreU(next, d, state + i);
    hn::StoreU(hn::Add(hn::LoadU(d, hidden + i), hn::Max(next, hn::Zero(d))), d,
               hidden + i);
  }
  for (; i < width; ++i) {
    const float f = 1.0f / (1.0f + std::exp(-forget_candidate[i]));
    state[i] = f * (state[i] - candidate[i]) + candidate[i];
    hidden[i] += std::max(state[i], 0.0f);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(SsruRow);

void SsruStep(const float* forget_candidate, int64_t width, float* state,
              float* hidden) {
  HWY_DYNAMIC_DISPATCH(SsruRow)(forget_candidate, width, state, hidden);
}

}  // namespace interpres
#endif  // HWY_ONCE
