#include "model/document/characters.h"

#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(CharactersTest, DecodesAndEncodes) {
  const Characters characters = DecodeUtf8("aé€😀");
  EXPECT_EQ(characters.code, U"aé€😀");
  EXPECT_THAT(characters.offset, testing::ElementsAre(0, 1, 3, 6, 10));
  EXPECT_EQ(EncodeUtf8(characters.code), "aé€😀");
  EXPECT_THAT(DecodeUtf8("").offset, testing::ElementsAre(0));
}

TEST(CharactersTest, InvalidBytesAreReplaced) {
  EXPECT_EQ(DecodeUtf8("a\xff\xe2\x82").code, U"a\ufffd\ufffd\ufffd");
  // A surrogate, an overlong form, and a cut sequence before a letter.
  EXPECT_EQ(DecodeUtf8("\xed\xa0\x80").code, U"\ufffd\ufffd\ufffd");
  EXPECT_EQ(DecodeUtf8("\xc0\xaf").code, U"\ufffd\ufffd");
  EXPECT_EQ(DecodeUtf8("\xf0\x9f\x98z").code, U"\ufffd\ufffd\ufffdz");
}

TEST(CharactersTest, FirstCodePoint) {
  EXPECT_EQ(FirstCodePoint("€a").code, U'€');
  EXPECT_EQ(FirstCodePoint("€a").length, 3);
  EXPECT_EQ(FirstCodePoint("\xff").code, U'\ufffd');
  EXPECT_EQ(FirstCodePoint("\xff").length, 1);
  EXPECT_EQ(FirstCodePoint("").length, 0);
}

TEST(CharactersTest, LowerCase) { EXPECT_EQ(LowerCase(U"ÄBc1"), U"äbc1"); }

bool All(std::u32string_view text, bool (*is)(char32_t)) {
  for (const char32_t c : text) {
    if (!is(c)) {
      return false;
    }
  }
  return !text.empty();
}

bool None(std::u32string_view text, bool (*is)(char32_t)) {
  for (const char32_t c : text) {
    if (is(c)) {
      return false;
    }
  }
  return !text.empty();
}

TEST(CharactersTest, Classes) {
  EXPECT_TRUE(All(U" \t\n\r\u00a0\u202f\u3000\u200b\ufeff", IsSpace));
  EXPECT_TRUE(None(U"a.-\u200d", IsSpace));
  EXPECT_TRUE(All(U"\n\v\f\r\u0085\u2028\u2029", IsLineBreak));
  EXPECT_TRUE(None(U" \t\u00a0", IsLineBreak));
  EXPECT_TRUE(All(U"aÉ字か\u0301", IsLetter));
  EXPECT_TRUE(None(U"1 .-", IsLetter));
  EXPECT_TRUE(All(U"09٣", IsDigit));
  EXPECT_TRUE(All(U"AÉЖǅ", IsUpper));
  EXPECT_TRUE(None(U"aé字1", IsUpper));
  EXPECT_TRUE(All(U"aéж", IsLower));
  EXPECT_TRUE(All(U"😀\u200d\ufe0f🏽🇪", IsEmoji));
  EXPECT_TRUE(None(U"a1#*©®", IsEmoji));
  EXPECT_TRUE(All(U"a1字²", IsContent));
  EXPECT_TRUE(None(U"-.•😀 ", IsContent));
  EXPECT_TRUE(All(U"字かカ。！「", IsWide));
  EXPECT_TRUE(None(U"aж한“", IsWide));
  EXPECT_TRUE(All(U"กລកက", IsSoutheastAsian));
  EXPECT_TRUE(All(U"([{（", IsOpenBracket));
  EXPECT_TRUE(All(U")]}）", IsCloseBracket));
  EXPECT_TRUE(All(U"\"'“”„«»「」", IsQuote));
  EXPECT_TRUE(All(U"-–—―", IsDash));
}

TEST(CharactersTest, Marks) {
  EXPECT_EQ(MarkOf(U'.'), MarkKind::kDot);
  EXPECT_EQ(MarkOf(U'…'), MarkKind::kEllipsis);
  for (const char32_t c : std::u32string(U"!?؟।‽")) {
    EXPECT_EQ(MarkOf(c), MarkKind::kEnd) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string(U"。！？｡")) {
    EXPECT_EQ(MarkOf(c), MarkKind::kWideEnd) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string(U"a,;:¿¡、")) {
    EXPECT_EQ(MarkOf(c), MarkKind::kNone) << static_cast<uint32_t>(c);
  }
}

TEST(CharactersTest, AtIsASpaceBeyondTheEnd) {
  EXPECT_EQ(At(U"ab", 1), U'b');
  EXPECT_EQ(At(U"ab", 2), U' ');
}

}  // namespace
}  // namespace interpres
