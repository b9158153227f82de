#include "model/document/lossy_characters.h"

#include <unicode/uchar.h>

#include <cstdint>

namespace interpres {
namespace {

constexpr char32_t kMicroSign = 0xb5;  // a prefix of units, and a Greek letter
constexpr char32_t kFeminineOrdinal = 0xaa;
constexpr char32_t kMasculineOrdinal = 0xba;

bool IsSignOrNumber(UChar32 c) {
  constexpr uint32_t kSignsAndNumbers =
      U_GC_S_MASK | U_GC_NO_MASK | U_GC_NL_MASK;
  return (U_GET_GC_MASK(c) & kSignsAndNumbers) != 0;
}

// ℂ, ℕ, ℝ and other letters that mathematics uses as signs. The mathematical
// alphabets of plane 1 are left out, because people write words with them.
bool IsLetterlikeSign(char32_t c) { return c >= 0x2100 && c <= 0x214f; }

}  // namespace

bool IsOrdinalSign(char32_t c) {
  return c == kFeminineOrdinal || c == kMasculineOrdinal;
}

bool LosesMeaning(char32_t c) {
  if (c < 0x80) {
    return false;
  }
  if (c == kMicroSign) {
    return true;
  }
  const auto icu = static_cast<UChar32>(c);
  switch (u_getIntPropertyValue(icu, UCHAR_DECOMPOSITION_TYPE)) {
    case U_DT_SUPER:
    case U_DT_SUB:
    case U_DT_FRACTION:
    case U_DT_CIRCLE:
    case U_DT_SQUARE:
      return true;
    case U_DT_COMPAT:
      return IsSignOrNumber(icu);
    case U_DT_FONT:
      return IsLetterlikeSign(c);
    default:
      return false;
  }
}

}  // namespace interpres
