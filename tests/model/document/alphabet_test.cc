#include "model/document/alphabet.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(AlphabetTest, HasSmallAndCapitalLetters) {
  EXPECT_EQ(AlphabetOf("en"),
            U"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
  const std::u32string spanish = AlphabetOf("es");
  for (const char32_t c : U"aZñÑúÚüÜáÁ") {
    EXPECT_TRUE(c == U'\0' || spanish.find(c) != std::u32string::npos)
        << static_cast<uint32_t>(c);
  }
  EXPECT_EQ(spanish.find(U'ç'), std::u32string::npos);
  EXPECT_EQ(AlphabetOf("es-MX"), spanish);
}

TEST(AlphabetTest, KnowsOtherScripts) {
  EXPECT_NE(AlphabetOf("ru").find(U'Ж'), std::u32string::npos);
  EXPECT_NE(AlphabetOf("zh").find(U'中'), std::u32string::npos);
}

TEST(AlphabetTest, IsEmptyForAnUnknownLanguage) {
  EXPECT_EQ(AlphabetOf("xx"), U"");
  EXPECT_EQ(AlphabetOf(""), U"");
  EXPECT_EQ(AlphabetOf("not a language"), U"");
}

TEST(AlphabetsTest, LettersOfOtherWordsAndScriptsAreForeign) {
  const Alphabets alphabets({"en", "es"});
  for (const char32_t c : std::u32string_view(U"łçřЖनश中ขаﾊ")) {
    EXPECT_TRUE(alphabets.IsForeign(c)) << static_cast<uint32_t>(c);
  }
  // At the end: an ordinal sign, an accent, a ligature, a full-width letter.
  for (const char32_t c : std::u32string_view(U"aZñÚ1.€🎉º\u0301ﬁＡ")) {
    EXPECT_FALSE(alphabets.IsForeign(c)) << static_cast<uint32_t>(c);
  }
}

TEST(AlphabetsTest, AScriptHasMoreLettersThanItsAlphabet) {
  const Alphabets alphabets({"ja", "ru"});
  for (const char32_t c : std::u32string_view(U"中鷗ァЖђ")) {
    EXPECT_FALSE(alphabets.IsForeign(c)) << static_cast<uint32_t>(c);
  }
  EXPECT_TRUE(alphabets.IsForeign(U'न'));
  EXPECT_FALSE(Alphabets({"ko", "en"}).IsForeign(U'美'));
}

TEST(AlphabetsTest, SomeLettersBelongToSeveralScripts) {
  for (const char32_t c : std::u32string_view(U"ー\u0301")) {
    EXPECT_TRUE(IsSharedLetter(c)) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string_view(U"aЖ中カ1. ")) {
    EXPECT_FALSE(IsSharedLetter(c)) << static_cast<uint32_t>(c);
  }
}

TEST(AlphabetsTest, NoLetterIsForeignIfALanguageIsUnknown) {
  EXPECT_FALSE(Alphabets().IsForeign(U'Ж'));
  EXPECT_FALSE(Alphabets({"en", "xx"}).IsForeign(U'Ж'));
}

}  // namespace
}  // namespace interpres
