#include "model/document/abbreviations.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

using Language = SentenceLanguage;

struct Case {
  Language language;
  std::u32string_view word;
  Abbreviation kind;
};

TEST(AbbreviationsTest, FindsTheKindOfAWord) {
  for (const Case& c : {
           Case{Language::kEnglish, U"Dr", Abbreviation::kInside},
           Case{Language::kEnglish, U"DR", Abbreviation::kInside},
           Case{Language::kEnglish, U"No", Abbreviation::kNumber},
           Case{Language::kEnglish, U"Inc", Abbreviation::kUnit},
           Case{Language::kEnglish, U"Etc", Abbreviation::kList},
           Case{Language::kEnglish, U"house", Abbreviation::kNone},
           Case{Language::kGerman, U"z.B", Abbreviation::kInside},
           Case{Language::kGerman, U"Z.B", Abbreviation::kInside},
           Case{Language::kGerman, U"usw", Abbreviation::kList},
           Case{Language::kSpanish, U"EE.UU", Abbreviation::kUnit},
           Case{Language::kSpanish, U"Sr", Abbreviation::kInside},
           Case{Language::kFrench, U"M", Abbreviation::kInside},
           Case{Language::kItalian, U"sig.ra", Abbreviation::kInside},
           Case{Language::kPortuguese, U"p.ex", Abbreviation::kInside},
           Case{Language::kPolish, U"np", Abbreviation::kInside},
           Case{Language::kCzech, U"tzv", Abbreviation::kInside},
           Case{Language::kDutch, U"bijv", Abbreviation::kInside},
           Case{Language::kSwedish, U"t.ex", Abbreviation::kInside},
           Case{Language::kDanishNorwegian, U"f.eks", Abbreviation::kInside},
       }) {
    EXPECT_EQ(FindAbbreviation(c.language, c.word), c.kind)
        << testing::PrintToString(c.word);
  }
}

TEST(AbbreviationsTest, CapitalsAreNeededWhereTheTableHasThem) {
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"Gen"),
            Abbreviation::kInside);
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"mar"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"v"), Abbreviation::kInside);
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"V"), Abbreviation::kNone);
}

TEST(AbbreviationsTest, LanguagesDiffer) {
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"bzw"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kUnknown, U"bzw"),
            Abbreviation::kInside);
  EXPECT_EQ(FindAbbreviation(Language::kOther, U"bzw"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kUnknown, U"bijv"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kEnglish, U"op"), Abbreviation::kUnit);
  EXPECT_EQ(FindAbbreviation(Language::kDutch, U"op"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kOther, U"Dr"), Abbreviation::kInside);
  EXPECT_EQ(FindAbbreviation(Language::kOrdinalDots, U"Dr"),
            Abbreviation::kInside);
}

TEST(AbbreviationsTest, HasTheListOfCldr) {
  EXPECT_EQ(FindAbbreviation(Language::kRussian, U"руб"), Abbreviation::kUnit);
  EXPECT_EQ(FindAbbreviation(Language::kGerman, U"kgl"), Abbreviation::kUnit);
  // `Sol.` and `r.` of CLDR are words, or parts of words.
  EXPECT_EQ(FindAbbreviation(Language::kSpanish, U"Sol"), Abbreviation::kNone);
  EXPECT_EQ(FindAbbreviation(Language::kGerman, U"ihr"), Abbreviation::kNone);
}

}  // namespace
}  // namespace interpres
