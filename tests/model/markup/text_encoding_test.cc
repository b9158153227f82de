#include "model/markup/text_encoding.h"

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(TextEncodingTest, EachPlaceHasItsEscapes) {
  const auto encode = [](TextEncoding encoding, const char* text) {
    return TextEncoder(encoding, {}).Encode(text);
  };
  EXPECT_EQ(encode(TextEncoding::kPlain, "<&>\"'"), "<&>\"'");
  EXPECT_EQ(encode(TextEncoding::kMarkup, "<&>\"'"), "&lt;&amp;&gt;\"'");
  EXPECT_EQ(encode(TextEncoding::kDoubleQuoted, "&\"'"), "&amp;&quot;'");
  EXPECT_EQ(encode(TextEncoding::kSingleQuoted, "&\"'"), "&amp;\"&#39;");
  EXPECT_EQ(encode(TextEncoding::kUnquoted, "a \"b\""), "a &quot;b&quot;");
  EXPECT_EQ(encode(TextEncoding::kCdata, "a ]]> <"), "a ]]]]><![CDATA[> <");
  EXPECT_EQ(encode(TextEncoding::kMarkdown, "a_b _c_ 2 * 3 [x] <y &z | !["),
            "a_b \\_c\\_ 2 * 3 \\[x\\] \\<y &amp;z | \\!\\[");
  EXPECT_EQ(encode(TextEncoding::kMarkdownCell, "a|b"), "a\\|b");
}

TEST(TextEncodingTest, CharactersKeepTheirSpelling) {
  const TextEncoder encoder(
      TextEncoding::kMarkup,
      {{"é", "&eacute;"}, {"é", "&#233;"}, {"a", "&#97;"}, {"<", "&lt"}});
  EXPECT_EQ(encoder.Encode("éa<b"), "&eacute;a&lt;b");
}

TEST(TextEncodingTest, BlocksDoNotBegin) {
  EXPECT_EQ(EscapeBlockStart("12. x"), "12\\. x");
  EXPECT_EQ(EscapeBlockStart("12 x"), "12 x");
  EXPECT_EQ(EscapeBlockStart("# x"), "\\# x");
  EXPECT_EQ(EscapeBlockStart(""), "");
}

}  // namespace
}  // namespace interpres
