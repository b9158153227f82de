#include "model/document/alphabet.h"

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

}  // namespace
}  // namespace interpres
