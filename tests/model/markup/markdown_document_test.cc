#include "model/markup/markdown_document.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/markup/markup_document.h"
#include "tests/testing/markup_texts.h"

namespace interpres {
namespace {

using testing::ElementsAreArray;

MarkupDocument ParseMarkdown(const std::string& text) {
  return ParseMarkup(text, {.format = TextFormat::kMarkdown, .language = "en"})
      .value();
}

void CheckMarkdown(const std::vector<MarkupCase>& cases) {
  for (const MarkupCase& c : cases) {
    const MarkupDocument document = ParseMarkdown(c.text);
    EXPECT_THAT(TextsOf(document), ElementsAreArray(c.segments)) << c.text;
    EXPECT_EQ(RenderCopies(document), c.text);
  }
}

TEST(MarkdownDocumentTest, Blocks) {
  CheckMarkdown({
      {"", {}},
      {"One line\nof text.\n\nTwo\n", {"One line of text.", "Two"}},
      {"# Title\ntext", {"Title", "text"}},
      {"## Title ##\n", {"Title"}},
      {"#hash", {"#hash"}},
      {"Title\n===\ntext\n---\nmore", {"Title", "text", "more"}},
      {"a\n\n***\n\nb", {"a", "b"}},
      {"- one\n- two\n\n  three\n", {"one", "two", "three"}},
      {"1. one\n2. two\n10) three\n", {"one", "two", "three"}},
      {"- one\n  - two\n    more\n", {"one", "two more"}},
      {"- [ ] open\n- [x] done\n", {"open", "done"}},
      {"> one\n> two\n\nthree", {"one two", "three"}},
      {"> one\ntwo\n", {"one two"}},
      {"> > deep\n> - item\n", {"deep", "item"}},
      {"text\n2. is no list", {"text 2. is no list"}},
      {"> [!NOTE]\n> Read this.\n", {"Read this."}},
      {"> [!tip]- A title\n> Text.\n", {"A title Text."}},
      {"> [!x y] z\n", {"[!x y] z"}},
      {":::tip\nUse this.\n:::\nmore", {"Use this.", "more"}},
      {"a\r\nb\r\n\r\nc\r\n", {"a b", "c"}},
  });
}

TEST(MarkdownDocumentTest, CodeAndSyntaxAreGaps) {
  CheckMarkdown({
      {"a\n\n```sh\nls *b*\n```\nc", {"a", "c"}},
      {"~~~\ncode\n```\n~~~\ntext", {"text"}},
      {"Run <CODE>rm</CODE> then <code>ls</code > now.", {"Run then now."}},
      {"```\nnever closed\n", {}},
      {"    indented\n\ntext", {"text"}},
      {"a\n    not code", {"a not code"}},
      {"- a\n\n      code\n\n  b", {"a", "b"}},
      {"---\ntitle: x\n---\n\ntext", {"text"}},
      {"[a]: https://x.example \"t\"\n\ntext", {"text"}},
      {"[^1]: A note.\n", {"A note."}},
      {"<!-- a\n\nb -->\n\nc", {"c"}},
      {"<script>\nx\n\ny\n</script>\n\ntext", {"text"}},
      {"<div>\nOne <b>two</b>\n</div>\n\n*x*", {"One two", "x"}},
  });
}

TEST(MarkdownDocumentTest, AttributesOfInlineElements) {
  CheckMarkdown({
      {"a <span translate=no>b</span> d", {"a d"}},
      {"a <span translate=\"NO\">b</span> d", {"a d"}},
      {"a <span class='x notranslate'>b</span> d", {"a d"}},
      {"a <span class='notranslated'>b</span> d", {"a b d"}},
      {"a <kbd>b</kbd> <kbd translate=yes>c</kbd> d", {"a c d"}},
  });
}

TEST(MarkdownDocumentTest, Tables) {
  CheckMarkdown({
      {"| a | b |\n|---|:-:|\n| c | d\\|e |\n\nf", {"a", "b", "c", "d|e", "f"}},
      {"a | b\n--- | ---\nc | d\n", {"a", "b", "c", "d"}},
      {"text\n| a |\n| - |\n", {"text", "a"}},
      {"| a | b |\n| - |\n", {"| a | b | | - |"}},
  });
}

TEST(MarkdownDocumentTest, Inlines) {
  CheckMarkdown({
      {"a *b* **c** ~~d~~", {"a b c d"}},
      {"***a** b* c", {"a b c"}},
      {"a * b * c", {"a * b * c"}},
      {"snake_case_name", {"snake_case_name"}},
      {"**a*", {"*a"}},
      {"a [b *c*](d \"e\") f", {"a b c f"}},
      {"a [b](<c d>) e", {"a b e"}},
      {"a [b] (c)", {"a [b] (c)"}},
      {"a [b][x] [x] [y]\n\n[x]: u", {"a b x [y]"}},
      {"a ![the dog](x.png) b", {"a b", "the dog"}},
      {"![the *dog*](x.png)", {}},
      {"[![the dog](x)](y) a", {"the dog", "a"}},
      {"a[^1] b\n\n[^1]: c", {"a b", "c"}},
      {"use `ls` now", {"use now"}},
      {"use `` a`b `` now", {"use now"}},
      {"a ` b", {"a ` b"}},
      {"see <https://a.example> now", {"see now"}},
      {"see https://a.example/b?c=d, now", {"see , now"}},
      {"a <b>c</b> d", {"a c d"}},
      {"press <kbd>Ctrl</kbd> now", {"press now"}},
      {"a < b > c", {"a < b > c"}},
      {"a\\*b &amp; &copy;", {"a*b & ©"}},
      {"one  \ntwo\\\nthree", {"one", "two", "three"}},
      {"> one  \n> two", {"one", "two"}},
      {"a<!-- b -->c", {"ac"}},
  });
}

TEST(MarkdownDocumentTest, TranslationsAreEscaped) {
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"a *b* **c**.", "A *B* **C**."},
           {"a [b](c).", "A [B](c)."},
           {"use `ls`, now", "USE `ls`, NOW"},
           {"a\\*b", "A\\*B"},
           {"a * b", "A * B"},
           {"a_b c", "A_B C"},
           {"a [b] c", "A \\[B\\] C"},
           {"| a\\|b |\n|-|\n", "| A\\|B |\n|-|\n"},
           {"a ![b](c)", "A ![B](c)"},
           {"a &amp; b", "A &amp; B"},
           {"> a\n> *b* c\n", "> A *B* C\n"},
       }) {
    EXPECT_EQ(RenderUpperCase(ParseMarkdown(text)), expected);
  }
}

TEST(MarkdownDocumentTest, ATranslationBeginsNoBlock) {
  const MarkupDocument document = ParseMarkdown("First");
  for (const auto& [translation, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"1. x", "1\\. x"},
           {"# x", "\\# x"},
           {"- x", "\\- x"},
           {"> x", "\\> x"},
           {"* x", "\\* x"},
           {"12 x", "12 x"},
       }) {
    const AlignedText aligned = {.text = translation};
    EXPECT_EQ(RenderMarkup(document, {&aligned, 1}).text, expected);
  }
}

// Found by the fuzzer: tags behind a sentence had the space before the next
// one.
TEST(MarkdownDocumentTest, ASegmentBeginsBehindTheTagsOfTheSegmentBefore) {
  const std::string text = "a *b 0. `) bi` <b>* k l";
  EXPECT_EQ(RenderCopies(ParseMarkdown(text)), text);
}

// Found by the fuzzer: a tag of the first sentence ends behind the code, so
// that the second sentence, the code alone, has no atom left.
TEST(MarkdownDocumentTest, ASentenceOfCodeMayBelongToTheSegmentBefore) {
  CheckMarkdown({{"A *b 1. `x`*", {"A b 1."}}});
}

}  // namespace
}  // namespace interpres
