#include "model/document/full_stop_rules.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;

// Whether the sentence ends at the last full stop that white space follows.
bool EndsAtLast(std::u32string_view text, Language language) {
  const std::size_t mark = text.rfind(U". ");
  return FullStopEndsSentence(MeasureSentenceEnd(text, 0, mark), language);
}

TEST(FullStopRulesTest, RomanNumerals) {
  EXPECT_TRUE(IsRomanNumeral(U"XIV"));
  EXPECT_FALSE(IsRomanNumeral(U"xiv"));
  EXPECT_FALSE(IsRomanNumeral(U"XA"));
  EXPECT_FALSE(IsRomanNumeral(U""));
}

TEST(FullStopRulesTest, Ends) {
  EXPECT_TRUE(EndsAtLast(U"The house. Hale", Language::kEnglish));
  EXPECT_TRUE(EndsAtLast(U"It is 5. Hale", Language::kEnglish));
  EXPECT_TRUE(EndsAtLast(U"In the U.K. He", Language::kEnglish));
  EXPECT_TRUE(EndsAtLast(U"It (really). Hale", Language::kEnglish));
  EXPECT_TRUE(EndsAtLast(U"It is 5 km. Hale", Language::kEnglish));
  EXPECT_TRUE(EndsAtLast(U"Es ist 1990. Leute", Language::kGerman));
  EXPECT_TRUE(EndsAtLast(U"Es ist XIV. Der", Language::kGerman));
  EXPECT_TRUE(EndsAtLast(U"Ludwik XIV. Rządził", Language::kPolish));
  EXPECT_TRUE(EndsAtLast(U"Um 10.45. Leute", Language::kGerman));
  EXPECT_TRUE(EndsAtLast(U"Om § 20. Ansøgningen", Language::kDanishNorwegian));
}

TEST(FullStopRulesTest, Continues) {
  EXPECT_FALSE(EndsAtLast(U"Ask Dr. Hale", Language::kEnglish));
  EXPECT_FALSE(EndsAtLast(U"The U.K. Hale", Language::kEnglish));
  EXPECT_FALSE(EndsAtLast(U"The non-U.K. Hale", Language::kEnglish));
  EXPECT_FALSE(EndsAtLast(U"Ask J. Hale", Language::kEnglish));
  EXPECT_FALSE(EndsAtLast(U"The Hptm. Hale", Language::kEnglish));
  EXPECT_FALSE(EndsAtLast(U"See cap. 5", Language::kSpanish));
  EXPECT_FALSE(EndsAtLast(U"Am 5. Leute", Language::kGerman));
  EXPECT_FALSE(EndsAtLast(U"Am 24.12. Leute", Language::kGerman));
  EXPECT_FALSE(EndsAtLast(U"Abschnitt 3.15. Leute", Language::kGerman));
  EXPECT_FALSE(EndsAtLast(U"§ 1. Gegenstand", Language::kGerman));
  EXPECT_FALSE(
      EndsAtLast(U"Lukket Kr. Himmelfartsdag", Language::kDanishNorwegian));
  EXPECT_FALSE(EndsAtLast(U"ดร. สม", Language::kOther));
}

}  // namespace
}  // namespace interpres
