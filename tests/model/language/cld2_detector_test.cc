#include "model/language/cld2_detector.h"

#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

TEST(Cld2DetectorTest, NamesTheLanguageOfASentence) {
  const Cld2Result result = DetectByCld2(
      U"Det regnar i dag, men i morgon ska vi \u00e5ka till havet och bada.");
  ASSERT_FALSE(result.languages.empty());
  EXPECT_EQ(result.languages.front().code, "sv");
  EXPECT_GT(result.languages.front().share, 0.5);
  EXPECT_TRUE(result.is_reliable);
}

TEST(Cld2DetectorTest, TextsWithoutLettersHaveNoLanguage) {
  EXPECT_TRUE(DetectByCld2(U"").languages.empty());
  EXPECT_TRUE(DetectByCld2(U"12, 13!").languages.empty());
}

TEST(Cld2DetectorTest, AnyCharactersAreRead) {
  std::u32string all;
  for (char32_t c = 0; c < 0x11000; ++c) {
    all.push_back(c >= 0xD800 && c < 0xE000 ? U'\ufffd' : c);
  }
  (void)DetectByCld2(all);
  (void)DetectByCld2(std::u32string(10000, U'a'));
}

}  // namespace
}  // namespace interpres
