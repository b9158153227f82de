#include "model/document/lossy_characters.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(LosesMeaningTest, NumbersAndSigns) {
  for (const char32_t c :
       std::u32string_view(U"²³¹⁴₂½¾⅓①⑴Ⅷ™℠№℃℉㎏℀ℝµ¨´¯¸⁺ⁿ∬₨🄰ªº")) {
    EXPECT_TRUE(LosesMeaning(c)) << static_cast<uint32_t>(c);
  }
}

TEST(LosesMeaningTest, LettersSpacesAndPunctuationKeepTheirs) {
  for (const char32_t c :
       std::u32string_view(U"a1é€😀→≠ﬁĳŉſＡ１…‼″ \u00a0\u3000。𝐀𝟏ΩÅK")) {
    EXPECT_FALSE(LosesMeaning(c)) << static_cast<uint32_t>(c);
  }
}

TEST(IsOrdinalSignTest, OnlyOrdinalSignsAre) {
  EXPECT_TRUE(IsOrdinalSign(U'ª'));
  EXPECT_TRUE(IsOrdinalSign(U'º'));
  EXPECT_FALSE(IsOrdinalSign(U'°'));
  EXPECT_FALSE(IsOrdinalSign(U'o'));
}

}  // namespace
}  // namespace interpres
