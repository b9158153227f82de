#include "model/document/sentence_language.h"

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(SentenceLanguageTest, ReadsCodes) {
  for (const char* code : {"pt", "pt-BR", "PT_br", "por"}) {
    EXPECT_EQ(SentenceLanguageOf(code), SentenceLanguage::kPortuguese) << code;
  }
  EXPECT_EQ(SentenceLanguageOf(""), SentenceLanguage::kUnknown);
  EXPECT_EQ(SentenceLanguageOf("und"), SentenceLanguage::kUnknown);
  EXPECT_EQ(SentenceLanguageOf("ces"), SentenceLanguage::kCzech);
  for (const char* code : {"da", "nb-NO", "nn", "no"}) {
    EXPECT_EQ(SentenceLanguageOf(code), SentenceLanguage::kDanishNorwegian)
        << code;
  }
  EXPECT_EQ(SentenceLanguageOf("fi"), SentenceLanguage::kOrdinalDots);
  EXPECT_EQ(SentenceLanguageOf("zh-Hans"), SentenceLanguage::kOther);
  EXPECT_EQ(SentenceLanguageOf("english"), SentenceLanguage::kOther);
}

TEST(SentenceLanguageTest, Subtag) {
  EXPECT_EQ(LanguageSubtag("ES-mx"), "es");
  EXPECT_EQ(LanguageSubtag("_"), "");
}

TEST(SentenceLanguageTest, ChineseAndJapaneseOmitSpaces) {
  for (const char* code : {"zh", "zh-Hant", "yue", "JA", "jpn"}) {
    EXPECT_TRUE(OmitsSpaces(code)) << code;
  }
  for (const char* code : {"ko", "th", "en", ""}) {
    EXPECT_FALSE(OmitsSpaces(code)) << code;
  }
}

TEST(SentenceLanguageTest, OrdinalDots) {
  EXPECT_TRUE(HasOrdinalDots(SentenceLanguage::kGerman));
  EXPECT_TRUE(HasOrdinalDots(SentenceLanguage::kOrdinalDots));
  EXPECT_TRUE(HasOrdinalDots(SentenceLanguage::kDanishNorwegian));
  EXPECT_FALSE(HasOrdinalDots(SentenceLanguage::kSwedish));
  EXPECT_FALSE(HasOrdinalDots(SentenceLanguage::kEnglish));
}

}  // namespace
}  // namespace interpres
