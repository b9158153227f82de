#include "model/kernels/bfloat16.h"

#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/bfloat16.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<uint32_t>;
using V = hn::Vec<D>;

// Adding just under half of the last place kept, or half if that place is odd,
// carries into it exactly when the value must be rounded up. A NaN could carry
// into its sign; it becomes the quiet NaN.
HWY_INLINE V RoundedUpperHalf(V bits) {
  const D d;
  const V magnitude = hn::And(bits, hn::Set(d, 0x7fffffffU));
  const auto is_nan = hn::Gt(hn::BitCast(hn::RebindToSigned<D>(), magnitude),
                             hn::Set(hn::RebindToSigned<D>(), 0x7f800000));
  const V odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 1));
  const V rounded = hn::Add(bits, hn::Add(odd, hn::Set(d, 0x7fffU)));
  return hn::ShiftRight<16>(hn::IfThenElse(hn::RebindMask(d, is_nan),
                                           hn::Set(d, 0x7fc00000U), rounded));
}

void ToBFloat16Simd(const float* from, int64_t size, uint16_t* to) {
  const D d;
  const hn::RebindToFloat<D> df;
  const hn::Rebind<uint16_t, D> half;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto convert = [&](V bits) {
    // No value exceeds 16 bits, so the saturation never acts.
    return hn::DemoteTo(
        half, hn::BitCast(hn::RebindToSigned<D>(), RoundedUpperHalf(bits)));
  };
  int64_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    hn::StoreU(convert(hn::BitCast(d, hn::LoadU(df, from + i))), half, to + i);
  }
  for (; i < size; ++i) {
    const V one = hn::BitCast(d, hn::Set(df, from[i]));
    to[i] = hn::GetLane(convert(one));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(ToBFloat16Simd);

void ToBFloat16(const float* from, int64_t size, uint16_t* to) {
  HWY_DYNAMIC_DISPATCH(ToBFloat16Simd)(from, size, to);
}

}  // namespace interpres
#endif  // HWY_ONCE
