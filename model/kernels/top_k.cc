// One pass over the row in chunks that stay in the first cache: the maximum of
// a chunk, then its sum of exponentials together with the selection. Where the
// maximum rises, the sum so far is scaled (Milakov and Gimelshein 2018, "Online
// normalizer calculation for softmax"). The selection compares whole vectors
// with the k-th best value so far, so it falls to scalar code only when a new
// candidate appears.

#include "model/kernels/top_k.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/top_k.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"

#ifndef INTERPRES_MODEL_KERNELS_TOP_K_CC_ONCE
#define INTERPRES_MODEL_KERNELS_TOP_K_CC_ONCE

namespace interpres {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kMinusInfinity = -kInfinity;

// The k best (value, id) pairs so far, best first; values in `values`.
struct BestSoFar {
  std::span<int32_t> ids;
  std::span<float> values;
  int32_t count = 0;
  int32_t k = 0;

  // Ignores NaN and infinity. Offers must come with rising ids: then a tie
  // loses to what is held.
  void Offer(int32_t id, float value) {
    if (!(value > Threshold()) || value == kInfinity) {
      return;
    }
    int32_t rank = count < k ? count++ : k - 1;
    for (; rank > 0 && value > values[rank - 1]; --rank) {
      values[rank] = values[rank - 1];
      ids[rank] = ids[rank - 1];
    }
    values[rank] = value;
    ids[rank] = id;
  }

  // logits[begin] .. logits[end].
  void OfferRange(std::span<const float> logits, int64_t begin, int64_t end) {
    for (int64_t id = begin; id < end; ++id) {
      Offer(static_cast<int32_t>(id), logits[id]);
    }
  }

  float Threshold() const { return count < k ? kMinusInfinity : values[k - 1]; }
};

// The maximal runs of ids without a suppressed one: [begin, end) after `from`.
struct Run {
  int64_t begin = 0;
  int64_t end = 0;
};

inline Run NextRun(std::span<const int32_t> suppressed, int64_t from,
                   int64_t size) {
  Run run{from, size};
  const auto is_suppressed = [suppressed](int64_t id) {
    return std::find(suppressed.begin(), suppressed.end(), id) !=
           suppressed.end();
  };
  while (run.begin < size && is_suppressed(run.begin)) {
    ++run.begin;
  }
  for (const int32_t id : suppressed) {
    if (id > run.begin) {
      run.end = std::min<int64_t>(run.end, id);
    }
  }
  return run;
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TOP_K_CC_ONCE

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Returns the largest value that is not NaN, or -infinity. A comparison with
// NaN is false, so the selection ignores NaN. hn::Max may return NaN.
float Maximum(const float* values, int64_t size) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  auto best = hn::Set(d, kMinusInfinity);
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    best = hn::IfThenElse(hn::Gt(value, best), value, best);
  }
  float result = hn::GetLane(hn::MaxOfLanes(d, best));
  for (; i < size; ++i) {
    result = std::max(result, values[i]);
  }
  return result;
}

// Returns e^x for x <= 0, accurate to two units in the last place. Returns
// 2^-126 for results below 2^-126; the difference does not change a sum. Also
// returns 2^-126 for NaN.
// Highway's Exp takes twice the instructions, because Exp also handles ranges
// and zeros that do not occur here. The polynomial comes from exp2f in Cephes.
template <typename V>
HWY_INLINE V ExpOfNonPositive(V x) {
  const hn::DFromV<V> d;
  const hn::RebindToSigned<decltype(d)> di;
  const V exponent = hn::Mul(x, hn::Set(d, 1.44269504f));
  const V lowest = hn::Set(d, -126.0f);
  const V power = hn::IfThenElse(hn::Gt(exponent, lowest), exponent, lowest);
  const V whole = hn::Round(power);
  const V rest = hn::Sub(power, whole);  // -0.5 to 0.5
  V result = hn::Set(d, 1.535336188319500e-4f);
  for (const float coefficient :
       {1.339887440266574e-3f, 9.618437357674640e-3f, 5.550332471162809e-2f,
        2.402264791363012e-1f, 6.931472028550421e-1f, 1.0f}) {
    result = hn::MulAdd(result, rest, hn::Set(d, coefficient));
  }
  // The exponent's bits are the upper ones.
  return hn::BitCast(d, hn::Add(hn::BitCast(di, result),
                                hn::ShiftLeft<23>(hn::ConvertTo(di, whole))));
}

// Returns the sum of exp(value - maximum) over the run without NaN, and offers
// its values to `best`.
float SumAndSelect(std::span<const float> logits, Run run, float maximum,
                   BestSoFar& best) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto shift = hn::Set(d, maximum);
  auto sum = hn::Zero(d);
  int64_t i = run.begin;
  for (; i + lanes <= run.end; i += lanes) {
    const auto value = hn::LoadU(d, logits.data() + i);
    sum = hn::Add(sum, ExpOfNonPositive(hn::Sub(value, shift)));
    const auto larger = hn::Gt(value, hn::Set(d, best.Threshold()));
    if (HWY_UNLIKELY(!hn::AllFalse(d, larger))) {
      best.OfferRange(logits, i, i + lanes);
    }
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  best.OfferRange(logits, i, run.end);
  for (; i < run.end; ++i) {
    const float shifted = logits[i] - maximum;
    total += shifted <= 0.0f ? std::exp(shifted) : 0.0f;
  }
  return total;
}

// The sum of exp(value - maximum) over the values so far.
struct ScaledSum {
  float maximum = kMinusInfinity;
  float sum = 0.0f;
};

void AddChunk(std::span<const float> logits, Run chunk, ScaledSum& scaled,
              BestSoFar& best) {
  const float largest =
      Maximum(logits.data() + chunk.begin, chunk.end - chunk.begin);
  if (largest > scaled.maximum) {
    scaled.sum *= std::exp(scaled.maximum - largest);
    scaled.maximum = largest;
  }
  if (scaled.maximum > kMinusInfinity) {
    scaled.sum += SumAndSelect(logits, chunk, scaled.maximum, best);
  }
}

// Returns log(sum of exponentials) and fills `best` with raw logits.
float LogSumExpAndSelect(std::span<const float> logits,
                         std::span<const int32_t> suppressed, BestSoFar& best) {
  constexpr int64_t kChunk = 2048;
  const auto size = static_cast<int64_t>(logits.size());
  ScaledSum scaled;
  for (Run run = NextRun(suppressed, 0, size); run.begin < size;
       run = NextRun(suppressed, run.end, size)) {
    for (Run chunk = run; chunk.begin < run.end; chunk.begin = chunk.end) {
      chunk.end = std::min(chunk.begin + kChunk, run.end);
      AddChunk(logits, chunk, scaled, best);
    }
  }
  return std::isfinite(scaled.maximum) ? scaled.maximum + std::log(scaled.sum)
                                       : scaled.maximum;
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(LogSumExpAndSelect);

void TopKLogSoftmax(std::span<const float> logits,
                    std::span<const int32_t> suppressed, int32_t k,
                    std::span<int32_t> ids,
                    std::span<float> log_probabilities) {
  BestSoFar best{.ids = ids, .values = log_probabilities, .count = 0, .k = k};
  const float log_sum =
      HWY_DYNAMIC_DISPATCH(LogSumExpAndSelect)(logits, suppressed, best);
  for (int32_t i = 0; i < best.count; ++i) {
    log_probabilities[i] -= log_sum;
  }
  // Fewer than k finite logits: the lowest ids of the rest.
  for (int32_t id = 0; best.count < k; ++id) {
    const auto chosen = ids.first(static_cast<std::size_t>(best.count));
    if (std::find(chosen.begin(), chosen.end(), id) == chosen.end()) {
      ids[best.count] = id;
      log_probabilities[best.count] = kMinusInfinity;
      ++best.count;
    }
  }
}

}  // namespace interpres
#endif  // HWY_ONCE
