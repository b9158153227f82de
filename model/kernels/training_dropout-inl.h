// Dropout for vectorised loops. Include this file once per instruction set,
// after hwy/highway.h.

#if defined(INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_INL_H_
#undef INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_INL_H_
#else
#define INTERPRES_MODEL_KERNELS_TRAINING_DROPOUT_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "model/kernels/counter_random.h"
#include "model/kernels/training_dropout.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns MixBits() of each lane.
template <class VU>
HWY_INLINE VU MixVector(VU x) {
  const hn::DFromV<VU> du;
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<16>(x)), hn::Set(du, kMixMultiplier1));
  x = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), hn::Set(du, kMixMultiplier2));
  return hn::Xor(x, hn::ShiftRight<16>(x));
}

// The dropout factors of one row of a mask. Each factor is 0 or 1 / (1 -
// probability).
class RowMask {
 public:
  // Makes the dropout factors of row `row` of `mask`. All factors are 1 if
  // mask.probability is 0. Does not keep `mask` or its pointer.
  RowMask(const DropoutMask& mask, int64_t row)
      : enabled_(mask.probability > 0.0f) {
    if (enabled_) {
      key_ = CombineKeys(mask.row_keys[row], mask.mask_id);
      threshold_ = static_cast<uint32_t>(static_cast<double>(mask.probability) *
                                         4294967296.0);
      scale_ = 1.0f / (1.0f - mask.probability);
    }
  }

  // Returns the vector `x` times the dropout factors of this row. Lane i is
  // multiplied by the factor of column `column` + i.
  template <class V>
  HWY_INLINE V Apply(V x, int64_t column) const {
    if (!enabled_) {
      return x;
    }
    const hn::DFromV<V> d;
    const hn::RebindToUnsigned<hn::DFromV<V>> du;
    const auto element = hn::Iota(
        du, static_cast<uint32_t>(column) + static_cast<uint32_t>(key_));
    const auto bits = MixVector(hn::Xor(
        MixVector(element), hn::Set(du, static_cast<uint32_t>(key_ >> 32))));
    // bits >= threshold_, without an unsigned comparison.
    const auto threshold = hn::Set(du, threshold_);
    const auto kept = hn::Eq(hn::Max(bits, threshold), bits);
    return hn::IfThenElseZero(hn::RebindMask(d, kept),
                              hn::Mul(x, hn::Set(d, scale_)));
  }

  // Returns `x` times the dropout factor of column `column` of this row.
  float Apply(float x, int64_t column) const {
    if (!enabled_) {
      return x;
    }
    return RandomBits(key_, static_cast<uint32_t>(column)) >= threshold_
               ? x * scale_
               : 0.0f;
  }

 private:
  bool enabled_;
  uint64_t key_ = 0;
  uint32_t threshold_ = 0;
  float scale_ = 1.0f;
};

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#endif  // once per target
