#include "model/tokenizer/opus_mt_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;

std::string Prepared(const std::string& text) {
  return PrepareForOpusMt(text).text;
}

TEST(OpusMtRulesTest, PunctuationBecomesAscii) {
  EXPECT_EQ(Prepared("，、”“∶：？《》）！（；」「～’…━〈〉【】％"),
            ",,\"\"::?\"\")!(;\"\"~'...-<>[]%");
  EXPECT_EQ(Prepared("０１２３４５６７８９"), "0123456789");
  EXPECT_EQ(Prepared("你好。  再见．好"), "你好. 再见. 好");
  EXPECT_EQ(Prepared("你好。"), "你好.");
}

TEST(OpusMtRulesTest, OtherCharactersBecomeSpaces) {
  EXPECT_EQ(Prepared("a\tb\u00adc\u200bd\ufeffe\ue000f"), "a b c d e f");
  EXPECT_EQ(Prepared("a\nb"), "a\nb");
  EXPECT_EQ(Prepared("a\U000f0000b\U0010fffdc"), "a b c");
}

TEST(OpusMtRulesTest, SpacesAreSqueezedAndTrimmed) {
  EXPECT_EQ(Prepared("  a   b  "), "a b");
  EXPECT_EQ(Prepared(""), "");
  EXPECT_EQ(Prepared(" \t "), "");
}

TEST(OpusMtRulesTest, OtherTextIsKept) {
  const std::string text = "\u00bfQu\u00e9? \u65e5\u672c \U0001F600 'x' 50%";
  EXPECT_EQ(Prepared(text), text);
}

TEST(OpusMtRulesTest, OffsetsLeadToTheOriginal) {
  EXPECT_THAT(PrepareForOpusMt(" a…  b ").offsets,
              ElementsAre(1, 2, 2, 2, 5, 7, 9));
  EXPECT_THAT(PrepareForOpusMt("ab").offsets, ElementsAre(0, 1, 2));
  EXPECT_THAT(PrepareForOpusMt("").offsets, ElementsAre(0));
}

}  // namespace
}  // namespace interpres
