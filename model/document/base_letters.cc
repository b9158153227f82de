#include "model/document/base_letters.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/unorm2.h>

#include <array>

#include "model/document/characters.h"

namespace interpres {
namespace {

// Returns the first character of the canonical decomposition.
char32_t BaseOf(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2* const nfd = unorm2_getNFDInstance(&status);
  std::array<UChar, 8> units{};
  const int32_t size =
      unorm2_getDecomposition(nfd, static_cast<UChar32>(c), units.data(),
                              static_cast<int32_t>(units.size()), &status);
  if (U_FAILURE(status) != 0 || size <= 0) {
    return c;  // it has no decomposition
  }
  return static_cast<char32_t>(
      icu::UnicodeString(/*isTerminated=*/false, units.data(), size)
          .char32At(0));
}

bool IsMark(char32_t c) {
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

}  // namespace

std::u32string WithoutAccents(std::u32string_view text) {
  std::u32string letters;
  for (const char32_t c : text) {
    if (!IsMark(c)) {
      letters.push_back(c < 0x80 ? c : BaseOf(c));
    }
  }
  return letters;
}

std::u32string BaseLetters(std::u32string_view text) {
  return LowerCase(WithoutAccents(text));
}

}  // namespace interpres
