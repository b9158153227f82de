#include "model/document/letter_case.h"

#include <gtest/gtest.h>

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

TEST(InCapitalsTest, FollowsTheLanguage) {
  EXPECT_EQ(InCapitals("Straße über 3", "de"), "STRASSE ÜBER 3");
  EXPECT_EQ(InCapitals("iki", "tr"), "İKİ");
  EXPECT_EQ(InCapitals("iki", ""), "IKI");
  EXPECT_EQ(InCapitals("año 👍", "not a tag"), "AÑO 👍");
}

}  // namespace
}  // namespace interpres
