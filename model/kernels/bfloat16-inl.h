// Converting loads for vectorised loops. The functions load float32, bfloat16
// or int8 values and return them as float32. Include this file once per
// instruction set, after hwy/highway.h.

#if defined(INTERPRES_MODEL_KERNELS_BFLOAT16_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef INTERPRES_MODEL_KERNELS_BFLOAT16_INL_H_
#undef INTERPRES_MODEL_KERNELS_BFLOAT16_INL_H_
#else
#define INTERPRES_MODEL_KERNELS_BFLOAT16_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "model/kernels/bfloat16.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;

// Returns `value` as a float32, exactly. The overloads take a float32, a
// bfloat16 (as uint16_t) or an int8.
inline float Widened(float value) { return value; }
inline float Widened(uint16_t value) { return FromBFloat16(value); }
inline float Widened(int8_t value) { return static_cast<float>(value); }

// Loads consecutive values from `from`, one per lane, and returns them as a
// float32 vector, exactly. `from` may be unaligned. The overloads read float32,
// bfloat16 (as uint16_t) or int8 values.
HWY_INLINE hn::Vec<D> LoadWidened(const float* from) {
  return hn::LoadU(D(), from);
}
HWY_INLINE hn::Vec<D> LoadWidened(const uint16_t* from) {
  const hn::RebindToUnsigned<D> wide;
  const hn::Rebind<uint16_t, D> narrow;
  return hn::BitCast(
      D(), hn::ShiftLeft<16>(hn::PromoteTo(wide, hn::LoadU(narrow, from))));
}
HWY_INLINE hn::Vec<D> LoadWidened(const int8_t* from) {
  const hn::RebindToSigned<D> wide;
  const hn::Rebind<int8_t, D> narrow;
  return hn::ConvertTo(D(), hn::PromoteTo(wide, hn::LoadU(narrow, from)));
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard
