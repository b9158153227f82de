// Short texts that stand in place of parts of a text while it is translated.

#ifndef INTERPRES_MODEL_DOCUMENT_SENTINEL_H_
#define INTERPRES_MODEL_DOCUMENT_SENTINEL_H_

#include <array>
#include <cstdint>
#include <string>

namespace interpres {

// How sentinels look: a digit and the marks beside it.
enum class SentinelForm : uint8_t {
  kNone,      // there are no sentinels
  kBrackets,  // ⟦0⟧, which texts hardly have
  kBraces,    // {0}
  kHash,      // #0
  kAngles,    // <0>
};

// All forms but kNone, the best first.
inline constexpr std::array<SentinelForm, 4> kSentinelForms = {
    SentinelForm::kBrackets, SentinelForm::kBraces, SentinelForm::kHash,
    SentinelForm::kAngles};

// Number of sentinels of each form.
inline constexpr int kSentinelCount = 10;

// Returns the sentinel with this number. REQUIRES: `form` is not kNone, and
// 0 <= number < kSentinelCount.
std::string SentinelOf(SentinelForm form, int number);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_SENTINEL_H_
