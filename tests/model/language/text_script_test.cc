#include "model/language/text_script.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(TextScriptTest, MostLettersDecide) {
  EXPECT_EQ(ScriptOfText(U"hello"), "Latn");
  EXPECT_EQ(ScriptOfText(U"\u043f\u0440\u0438\u0432\u0435\u0442"), "Cyrl");
  EXPECT_EQ(ScriptOfText(U"\u043f\u0440\u0438\u0432\u0435\u0442, Bob"), "Cyrl");
  EXPECT_EQ(ScriptOfText(U"\u03b3\u03b5\u03b9\u03b1"), "Grek");
  EXPECT_EQ(ScriptOfText(U"12 + 3 = 15!"), "");
  EXPECT_EQ(ScriptOfText(U""), "");
  EXPECT_EQ(ScriptOfText(U"\U0001f600 \ufffd"), "");
}

TEST(TextScriptTest, EastAsianTexts) {
  EXPECT_EQ(ScriptOfText(U"\u4f60\u597d"), "Hani");
  EXPECT_EQ(ScriptOfText(U"\u732b\u304c\u3044\u308b"), "Jpan");
  EXPECT_EQ(ScriptOfText(U"\u30ab\u30ca"), "Jpan");
  EXPECT_EQ(ScriptOfText(U"\ud55c\uad6d\uc5b4"), "Kore");
  EXPECT_EQ(ScriptOfText(U"\ud55c\uad6d \u97d3\u570b\u4eba"), "Kore");
  // One kana among twenty Chinese characters is a quotation.
  EXPECT_EQ(ScriptOfText(std::u32string(20, U'\u4f60') + U"\u306e"), "Hani");
}

TEST(TextScriptTest, LanguagesOfAScript) {
  EXPECT_TRUE(CanBeScript("Latn", "Latn"));
  EXPECT_FALSE(CanBeScript("Latn", "Cyrl"));
  EXPECT_TRUE(CanBeScript("Hani", "Hant"));
  EXPECT_TRUE(CanBeScript("Hani", "Jpan"));
  EXPECT_FALSE(CanBeScript("Hani", "Kore"));
  EXPECT_FALSE(CanBeScript("Jpan", "Hans"));
  EXPECT_TRUE(IsScriptOfOneLanguage("Jpan"));
  EXPECT_TRUE(IsScriptOfOneLanguage("Thai"));
  EXPECT_FALSE(IsScriptOfOneLanguage("Latn"));
  EXPECT_FALSE(IsScriptOfOneLanguage("Hani"));
}

}  // namespace
}  // namespace interpres
