#include "model/document/base_letters.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>

#include <array>

#include "model/document/characters.h"

namespace interpres {
namespace {

// A Korean syllable, whose canonical decomposition has a consonant and a vowel.
bool IsSyllable(char32_t c) { return c >= 0xac00 && c <= 0xd7a3; }

// Returns the first character of the canonical decomposition; `c` for a Korean
// syllable.
char32_t BaseOf(char32_t c) {
  if (IsSyllable(c)) {
    return c;
  }
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

// Returns whether `c` is a combining mark that belongs to no script, such as an
// accent. The vowel signs of Hindi are marks of a script.
bool IsAccent(char32_t c) {
  UErrorCode status = U_ZERO_ERROR;
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0 &&
         uscript_getScript(static_cast<UChar32>(c), &status) ==
             USCRIPT_INHERITED;
}

}  // namespace

std::u32string WithoutAccents(std::u32string_view text) {
  std::u32string letters;
  for (const char32_t c : text) {
    if (!IsAccent(c)) {
      letters.push_back(c < 0x80 ? c : BaseOf(c));
    }
  }
  return letters;
}

std::u32string BaseLetters(std::u32string_view text) {
  return LowerCase(WithoutAccents(text));
}

}  // namespace interpres
