#include "model/document/letter_case.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace interpres {
namespace {

TEST(IsInCapitalsTest, SentencesInCapitalsAre) {
  for (const char* text :
       {"THIS IS IMPORTANT.", "NO SMOKING", "¡NO ENTRE!", "PREIS: 30 EURO",
        "ЗАКРЫТО НА ОБЕД", "OPEN 24 HOURS, Mo-SUNDAY EVERY WEEK"}) {
    EXPECT_TRUE(IsInCapitals(text)) << text;
  }
}

TEST(IsInCapitalsTest, NamesAndMixedTextsAreNot) {
  for (const char* text :
       {"", "NATO", "STOP", "IBM PC", "A B C D", "This IS important.",
        "The USA and the EU", "123 456", "你好 世界"}) {
    EXPECT_FALSE(IsInCapitals(text)) << text;
  }
}

TEST(IsInCapitalsTest, FiveWordsAreNoName) {
  EXPECT_TRUE(IsInCapitals("THE BUS IS RED AND OLD"));
  EXPECT_FALSE(IsInCapitals("I SAW THE CAT"));
}

TEST(IsInCapitalsTest, OneSmallLetterInTenMayComeFirst) {
  EXPECT_TRUE(IsInCapitals("aBCDE FGHIJ"));
  EXPECT_TRUE(IsInCapitals("abCDEFGHIJ KLMNOPQRST"));
  EXPECT_FALSE(IsInCapitals("abcDEFGHIJ KLMNOPQRST"));
  EXPECT_TRUE(IsInCapitals("ñÑÑÑÑ ÑÑÑÑÑ"));
  EXPECT_FALSE(IsInCapitals("ññÑÑÑ ÑÑÑÑÑ"));
}

TEST(MayBeInCapitalsTest, ShortTextsWithoutSmallLettersMay) {
  for (const char* text :
       {"NATO", "STOP!", "I SAW THE CAT", "IBM PC", "ÚNETE"}) {
    EXPECT_TRUE(MayBeInCapitals(text)) << text;
  }
  for (const char* text : {"", "USA", "Stop", "123", "STOP it", "停止停止",
                           "THE BUS IS RED AND OLD"}) {
    EXPECT_FALSE(MayBeInCapitals(text)) << text;
  }
}

TEST(InSentenceCaseTest, OnlyTheFirstLetterIsACapital) {
  EXPECT_EQ(InSentenceCase("THIS IS IMPORTANT.", "en"), "This is important.");
  EXPECT_EQ(InSentenceCase("¡NO ENTRE! ÑANDÚ", "es"), "¡No entre! ñandú");
  EXPECT_EQ(InSentenceCase("3 ALTE ÄPFEL", "de"), "3 Alte äpfel");
  EXPECT_EQ(InSentenceCase("123", "en"), "123");
  EXPECT_EQ(InSentenceCase("", ""), "");
}

TEST(InSentenceCaseTest, FollowsTheLanguage) {
  EXPECT_EQ(InSentenceCase("DIŞ KAPI", "tr"), "Dış kapı");
  EXPECT_EQ(InSentenceCase("ΟΔΟΣ ΟΔΟΣ", "el"), "Οδος οδος");
}

TEST(WithCapitalTest, ChangesOnlyTheFirstLetter) {
  EXPECT_EQ(WithCapital("última NATO", "es"), "Última NATO");
  EXPECT_EQ(WithCapital("¡\"él\"!", ""), "¡\"Él\"!");
  EXPECT_EQ(WithCapital("12", ""), "12");
  EXPECT_EQ(WithCapital("", ""), "");
}

TEST(IsInTitleCaseTest, TitlesAre) {
  for (const char* text :
       {"The House of the Rising Sun", "How To Learn Spanish In Ten Days",
        "Don\u2019t Stop Thinking About Tomorrow!",
        "NASA Sends Three Probes"}) {
    EXPECT_TRUE(IsInTitleCase(text, "en")) << text;
  }
}

TEST(IsInTitleCaseTest, SentencesCapitalsAndShortTextsAreNot) {
  for (const char* text : {"", "Good Morning", "The house of the rising sun",
                           "John Smith and Mary went home",
                           "THIS IS VERY IMPORTANT", "I Am So At It"}) {
    EXPECT_FALSE(IsInTitleCase(text, "en")) << text;
  }
  EXPECT_FALSE(IsInTitleCase("Der Hund und die Katze", "de"));
}

TEST(FindWordsTest, AnApostropheBetweenLettersIsPartOfAWord) {
  EXPECT_EQ(
      FindWords("'It's' l\u2019\u00e9t\u00e9, 2nd."),
      (std::vector<std::string_view>{"It's", "l\u2019\u00e9t\u00e9", "nd"}));
  EXPECT_TRUE(FindWords("12 - ?").empty());
}

TEST(InTitleCaseTest, ShortEnglishWordsStaySmall) {
  EXPECT_EQ(InTitleCase("the end of the world, in 3 parts", "en-GB"),
            "The End of the World, in 3 Parts");
  EXPECT_EQ(InTitleCase("\u00e9l y ella", "es"), "\u00c9l Y Ella");
  EXPECT_EQ(InTitleCase("", "en"), "");
}

TEST(InCaseOfTest, OnlyEnglishHasTitles) {
  EXPECT_EQ(InCaseOf(LetterCase::kTitle, "My new house", "en"), "My New House");
  EXPECT_EQ(InCaseOf(LetterCase::kTitle, "Mi nueva casa", "es"),
            "Mi nueva casa");
  EXPECT_EQ(InCaseOf(LetterCase::kCapitals, "Mi casa", "es"), "MI CASA");
  EXPECT_EQ(InCaseOf(LetterCase::kUsual, "Mi casa", "es"), "Mi casa");
}

TEST(InCapitalsTest, FollowsTheLanguage) {
  EXPECT_EQ(InCapitals("Straße über 3", "de"), "STRASSE ÜBER 3");
  EXPECT_EQ(InCapitals("iki", "tr"), "İKİ");
  EXPECT_EQ(InCapitals("iki", ""), "IKI");
  EXPECT_EQ(InCapitals("año 👍", "not a tag"), "AÑO 👍");
}

}  // namespace
}  // namespace interpres
