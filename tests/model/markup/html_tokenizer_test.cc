#include "model/markup/html_tokenizer.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;

// Returns each token as a letter for its kind and its bytes.
std::vector<std::string> Tokens(const std::string& html) {
  constexpr std::string_view kKinds = "trsecidkv";
  std::vector<std::string> tokens;
  HtmlTokenizer tokenizer(html, {0, static_cast<int64_t>(html.size())});
  MarkupToken token;
  while (tokenizer.Next(token)) {
    tokens.push_back(kKinds[static_cast<std::size_t>(token.kind)] +
                     std::string(" ") + std::string(BytesOf(html, token.span)));
  }
  return tokens;
}

MarkupToken First(const std::string& html) {
  HtmlTokenizer tokenizer(html, {0, static_cast<int64_t>(html.size())});
  MarkupToken token;
  tokenizer.Next(token);
  return token;
}

TEST(HtmlTokenizerTest, EveryByteBelongsToOneToken) {
  EXPECT_THAT(Tokens("a<B c>d</b >"),
              ElementsAre("t a", "s <B c>", "t d", "e </b >"));
  EXPECT_THAT(Tokens("a < b <3 <"), ElementsAre("t a < b <3 <"));
  EXPECT_THAT(Tokens("<!doctype html><!x><?y></ z>"),
              ElementsAre("d <!doctype html>", "c <!x>", "c <?y>", "c </ z>"));
  EXPECT_THAT(Tokens("<!--><!---><!-- a -- b --!><!--c--->d"),
              ElementsAre("c <!-->", "c <!--->", "c <!-- a -- b --!>",
                          "c <!--c--->", "t d"));
  EXPECT_THAT(Tokens("a <b c='"), ElementsAre("t a ", "c <b c='"));
}

TEST(HtmlTokenizerTest, TagsOfTemplates) {
  EXPECT_THAT(Tokens("a<%= b > c %>d<?php if ($e->f > 0): ?>g"),
              ElementsAre("t a", "v <%= b > c %>", "t d",
                          "c <?php if ($e->f > 0): ?>", "t g"));
  EXPECT_THAT(Tokens("5 <% of all, <?x>y"),
              ElementsAre("t 5 <% of all, ", "c <?x>", "t y"));
  EXPECT_THAT(
      Tokens("<a <%= b > 1 %> href=\"<%= c(\"d\") %>\">e"),
      ElementsAre("s <a <%= b > 1 %> href=\"<%= c(\"d\") %>\">", "t e"));
  const std::string quoted = "<a b='<?= 'c' > 1 ?>'>";
  const MarkupToken token = First(quoted);
  ASSERT_EQ(token.attributes.size(), 1U);
  EXPECT_EQ(BytesOf(quoted, token.attributes[0].value), "<?= 'c' > 1 ?>");
  EXPECT_TRUE(token.attributes[0].has_template);
  EXPECT_FALSE(First("<a b='<% c'>").attributes.at(0).has_template);
  EXPECT_THAT(Tokens("<?php\nprint 1 ?><?php if (1) ?>"),
              ElementsAre("v <?php\nprint 1 ?>", "c <?php if (1) ?>"));
  EXPECT_THAT(Tokens("<?xml:namespace o /><p>a</p><?php b ?>"),
              ElementsAre("c <?xml:namespace o />", "s <p>", "t a", "e </p>",
                          "c <?php b ?>"));
  EXPECT_THAT(Tokens("a <% b <%= c %>"),
              ElementsAre("t a <% b ", "v <%= c %>"));
  EXPECT_THAT(
      Tokens("<title>a <%= b %> c</title><script><%= d %></script>"),
      ElementsAre("s <title>", "t a ", "v <%= b %>", "t  c", "e </title>",
                  "s <script>", "r <%= d %>", "e </script>"));
  const std::string far = "<%" + std::string(5000, ' ') + "%>";
  EXPECT_THAT(Tokens(far), ElementsAre("t " + far));
}

TEST(HtmlTokenizerTest, RawText) {
  EXPECT_THAT(Tokens("<script>a<b></scriptx></SCRIPT >"),
              ElementsAre("s <script>", "r a<b></scriptx>", "e </SCRIPT >"));
  EXPECT_THAT(
      Tokens("<script><!-- <script></script> --></script>"),
      ElementsAre("s <script>", "r <!-- <script></script> -->", "e </script>"));
  EXPECT_THAT(Tokens("<title>a<b></title>"),
              ElementsAre("s <title>", "t a<b>", "e </title>"));
  EXPECT_THAT(Tokens("<style></style>"),
              ElementsAre("s <style>", "e </style>"));
  EXPECT_THAT(Tokens("<plaintext></plaintext>"),
              ElementsAre("s <plaintext>", "r </plaintext>"));
  EXPECT_THAT(Tokens("<svg><style/><b></svg><![CDATA[a>b]]>"),
              ElementsAre("s <svg>", "s <style/>", "s <b>", "e </svg>",
                          "c <![CDATA[a>", "t b]]>"));
  EXPECT_THAT(Tokens("<svg><![CDATA[a>b]]></svg>"),
              ElementsAre("s <svg>", "c <![CDATA[a>b]]>", "e </svg>"));
}

TEST(HtmlTokenizerTest, Attributes) {
  const std::string html = "<A b C = d E='f g' h=\"i\" =j/>";
  const MarkupToken token = First(html);
  EXPECT_EQ(token.name, "a");
  EXPECT_TRUE(token.self_closing);
  ASSERT_EQ(token.attributes.size(), 5U);
  EXPECT_EQ(token.attributes[0].name, "b");
  EXPECT_FALSE(token.attributes[0].has_value);
  EXPECT_EQ(token.attributes[1].name, "c");
  EXPECT_EQ(BytesOf(html, token.attributes[1].value), "d");
  EXPECT_EQ(BytesOf(html, token.attributes[2].value), "f g");
  EXPECT_EQ(token.attributes[2].quote, '\'');
  EXPECT_EQ(BytesOf(html, token.attributes[3].value), "i");
  EXPECT_EQ(token.attributes[4].name, "=j");
  EXPECT_FALSE(First("<a b=c/>").self_closing);
  EXPECT_EQ(BytesOf("<a b=c/>", First("<a b=c/>").attributes[0].value), "c/");
}

}  // namespace
}  // namespace interpres
