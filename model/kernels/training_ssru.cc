#include "model/kernels/training_ssru.h"

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/training_ssru.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The rows [begin, end) of one sentence.
struct SentenceRows {
  int64_t begin = 0;
  int64_t end = 0;
};

// The columns [j, j + lanes of d) of one sentence, from its first row to its
// last. `bias` and `hidden` belong to the whole batch.
template <class D>
struct ForwardColumns {
  const SsruRows& shape;
  const float* bias;
  const SsruSaved& saved;
  float* hidden;

  HWY_INLINE void operator()(D d, SentenceRows rows, int64_t j) const {
    const int64_t n = shape.columns;
    const auto one = hn::Set(d, 1.0f);
    const auto forget_bias = hn::LoadU(d, bias + j);
    auto state = hn::Zero(d);
    for (int64_t t = rows.begin; t < rows.end; ++t) {
      float* forget = saved.forget_candidate + t * 2 * n + j;
      const auto z = hn::Add(hn::LoadU(d, forget), forget_bias);
      const auto f = hn::Div(one, hn::Add(one, hn::Exp(d, hn::Neg(z))));
      const auto candidate = hn::LoadU(d, forget + n);
      state = hn::MulAdd(f, hn::Sub(state, candidate), candidate);
      hn::StoreU(f, d, forget);
      hn::StoreU(state, d, saved.states + t * n + j);
      hn::StoreU(hn::Max(state, hn::Zero(d)), d, hidden + t * n + j);
    }
  }
};

// The columns [j, j + lanes of d) of one sentence, from its last row to its
// first.
template <class D>
struct BackwardColumns {
  const SsruRows& shape;
  const SsruSaved& saved;
  const float* d_hidden;
  const SsruGradients& gradients;

  HWY_INLINE void operator()(D d, SentenceRows rows, int64_t j) const {
    const int64_t n = shape.columns;
    const auto zero = hn::Zero(d);
    const auto one = hn::Set(d, 1.0f);
    auto d_bias = hn::LoadU(d, gradients.d_forget_bias + j);
    // The share of the state's gradient that comes from the next row.
    auto from_next = zero;
    for (int64_t t = rows.end - 1; t >= rows.begin; --t) {
      const float* forget = saved.forget_candidate + t * 2 * n + j;
      const float* states = saved.states + t * n + j;
      const auto f = hn::LoadU(d, forget);
      const auto candidate = hn::LoadU(d, forget + n);
      const auto previous = t > rows.begin ? hn::LoadU(d, states - n) : zero;
      const auto is_positive = hn::Gt(hn::LoadU(d, states), zero);
      const auto d_state = hn::Add(
          from_next,
          hn::IfThenElseZero(is_positive, hn::LoadU(d, d_hidden + t * n + j)));
      const auto d_candidate = hn::Mul(d_state, hn::Sub(one, f));
      // state = f * (previous - candidate) + candidate, f' = f * (1 - f).
      const auto d_forget =
          hn::Mul(hn::Mul(d_candidate, f), hn::Sub(previous, candidate));
      float* out = gradients.d_forget_candidate + t * 2 * n + j;
      hn::StoreU(d_forget, d, out);
      hn::StoreU(d_candidate, d, out + n);
      d_bias = hn::Add(d_bias, d_forget);
      from_next = hn::Mul(d_state, f);
    }
    hn::StoreU(d_bias, d, gradients.d_forget_bias + j);
  }
};

// Runs `vectors` for whole vectors of the columns and `rest` for the other
// columns, one by one, in every sentence.
template <class Vectors, class Rest>
HWY_INLINE void ForColumns(const SsruRows& shape, const Vectors& vectors,
                           const Rest& rest) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> single;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (std::size_t i = 0; i + 1 < shape.offsets.size(); ++i) {
    const SentenceRows rows{shape.offsets[i], shape.offsets[i + 1]};
    int64_t j = 0;
    for (; j + lanes <= shape.columns; j += lanes) {
      vectors(d, rows, j);
    }
    for (; j < shape.columns; ++j) {
      rest(single, rows, j);
    }
  }
}

using Whole = hn::ScalableTag<float>;
using Single = hn::CappedTag<float, 1>;

void SsruForwardSimd(const SsruRows& shape, const float* forget_bias,
                     const SsruSaved& saved, float* hidden) {
  ForColumns(shape, ForwardColumns<Whole>{shape, forget_bias, saved, hidden},
             ForwardColumns<Single>{shape, forget_bias, saved, hidden});
}

void SsruBackwardSimd(const SsruRows& shape, const SsruSaved& saved,
                      const float* d_hidden, const SsruGradients& gradients) {
  ForColumns(shape, BackwardColumns<Whole>{shape, saved, d_hidden, gradients},
             BackwardColumns<Single>{shape, saved, d_hidden, gradients});
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(SsruForwardSimd);
HWY_EXPORT(SsruBackwardSimd);

void SsruForward(const SsruRows& shape, const float* forget_bias,
                 const SsruSaved& saved, float* hidden) {
  HWY_DYNAMIC_DISPATCH(SsruForwardSimd)(shape, forget_bias, saved, hidden);
}

void SsruBackward(const SsruRows& shape, const SsruSaved& saved,
                  const float* d_hidden, const SsruGradients& gradients) {
  HWY_DYNAMIC_DISPATCH(SsruBackwardSimd)(shape, saved, d_hidden, gradients);
}

}  // namespace interpres
#endif  // HWY_ONCE
