#include "model/markup/markup_document.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/base/utf8.h"
#include "tests/testing/markup_checks.h"
#include "tests/testing/markup_texts.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr TextFormat kFormats[] = {TextFormat::kPlain, TextFormat::kHtml,
                                   TextFormat::kXml, TextFormat::kMarkdown};

std::string Repeat(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

// Checks the translation of a text with a random alignment.
void CheckTranslation(const std::string& text, TextFormat format,
                      std::mt19937& random) {
  const auto document = ParseMarkup(text, {.format = format});
  if (!document.ok()) {
    return;
  }
  ASSERT_EQ(RenderCopies(*document), text);
  std::vector<AlignedText> translations;
  for (const MarkedSegment& segment : document->segments) {
    translations.push_back(RandomTranslation(segment, random));
    ASSERT_EQ(ProjectionProblem(text, segment, translations.back()), "")
        << text;
  }
  const std::string rendered = RenderMarkup(*document, translations).text;
  ASSERT_TRUE(IsValidUtf8(rendered)) << text;
  ASSERT_EQ(SortedMarkup(rendered, format), SortedMarkup(text, format))
      << text << "\n"
      << rendered;
  if (format == TextFormat::kXml) {
    ASSERT_TRUE(ParseMarkup(rendered, {.format = format}).ok()) << text << "\n"
                                                                << rendered;
  }
}

TEST(MarkupDocumentTest, RefusesOtherBytesThanUtf8) {
  const auto document = ParseMarkup("ab\xff", {});
  EXPECT_EQ(document.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(document.status().message()), HasSubstr("offset 2"));
}

TEST(MarkupDocumentTest, PlainTextHasNoMarkup) {
  const MarkupDocument document =
      ParseMarkup("- a <b> &amp;\n\nc", {.format = TextFormat::kPlain}).value();
  EXPECT_THAT(TextsOf(document), ElementsAre("a <b> &amp;", "c"));
}

TEST(MarkupDocumentTest, SpansAreBytesOfTheTranslation) {
  const MarkupDocument document =
      ParseMarkup("<p>a <img alt='b'> c</p><p>d</p>", {}).value();
  ASSERT_EQ(document.segments.size(), 3U);
  const std::vector<AlignedText> translations = {
      {.text = "xx yy"}, {.text = "zz"}, {.text = "ww"}};
  const Rendered rendered = RenderMarkup(document, translations);
  EXPECT_EQ(BytesOf(rendered.text, rendered.spans[1]), "zz");
  EXPECT_EQ(BytesOf(rendered.text, rendered.spans[2]), "ww");
  EXPECT_THAT(rendered.text, HasSubstr("<img alt='zz'>"));
}

TEST(MarkupDocumentTest, MarkupStandsOutsideTheAtomsOfTheOptions) {
  const auto atoms = std::make_shared<const AtomOptions>(
      AtomOptions{.do_not_translate = TermList({"Acme Foo"})});
  MarkupDocument document =
      ParseMarkup("See <b>the page</b> of Acme Foo", {.atoms = atoms}).value();
  ASSERT_EQ(TextsOf(document)[0], "See the page of Acme Foo");
  // The target of "the page" begins inside the atom.
  const std::vector<AlignedText> translations = {
      {.text = "Ve Acme Foo la pagina",
       .alignment = {{.target = {0, 2}, .source = {0, 3}},
                     {.target = {3, 7}, .source = {16, 24}},
                     {.target = {8, 21}, .source = {4, 12}}}}};
  EXPECT_EQ(RenderMarkup(document, translations).text,
            "Ve Acme Foo <b>la pagina</b>");
  document.atoms = nullptr;
  EXPECT_EQ(RenderMarkup(document, translations).text,
            "Ve Acme <b>Foo la pagina</b>");
}

TEST(MarkupDocumentTest, AnyTextKeepsItsMarkup) {
  static const std::vector<std::string> pieces = {
      "<b>",
      "</b>",
      "<i>",
      "</i>",
      "<p>",
      "</p>",
      "<br>",
      "<code>",
      "</code>",
      "<img alt=\"a cat\">",
      "<a title=x>",
      "</a>",
      "<!-- c -->",
      "word ",
      "two",
      " ",
      ". ",
      "The end. ",
      "&eacute;",
      "&lt;",
      "&",
      "<",
      ">",
      "\"",
      "<span translate=no>",
      "</span>",
      "<svg>",
      "</svg>",
      "<script>",
      "</script>",
      "<div translate=yes>",
      "</div>",
      "*",
      "**",
      "_",
      "`",
      "[",
      "](",
      ")",
      "![",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "1. ",
      "# ",
      "| ",
      "---",
      "```",
      "    ",
      "\\",
      "~~",
      "]]>",
      "<![CDATA[",
      "<?x?>",
      "房子",
      "“",
      "H<sub>2</sub>O ",
      "<textarea>",
      "</textarea>",
      "<title>",
      "&not",
      "<input type=submit value=Go>",
      "\t",
      "</svg x",
      "<math>",
      "=\"'"};
  std::mt19937 random(7);
  for (int i = 0; i < 6000 / kSlowness; ++i) {
    std::string text;
    for (auto count = random() % 24; count > 0; --count) {
      text += pieces[random() % pieces.size()];
    }
    for (const TextFormat format : kFormats) {
      CheckTranslation(text, format, random);
      if (HasFatalFailure()) {
        return;
      }
    }
  }
}

TEST(MarkupDocumentTest, WellFormedXmlStaysWellFormed) {
  std::mt19937 random(11);
  for (int i = 0; i < 2000 / kSlowness; ++i) {
    std::vector<std::string> open;
    std::string text;
    for (auto count = random() % 30; count > 0; --count) {
      const std::string name(1, static_cast<char>('a' + random() % 4));
      switch (random() % 6) {
        case 0:
          text += "<" + name + ">";
          open.push_back(name);
          break;
        case 1:
          if (!open.empty()) {
            text += "</" + open.back() + ">";
            open.pop_back();
          }
          break;
        case 2:
          text += "<x/><!-- c -->&amp;";
          break;
        case 3:
          text += "<![CDATA[x < y]]>";
          break;
        default:
          text += random() % 2 == 0 ? "word " : "One. ";
      }
    }
    for (; !open.empty(); open.pop_back()) {
      text += "</" + open.back() + ">";
    }
    ASSERT_TRUE(ParseMarkup(text, {.format = TextFormat::kXml}).ok()) << text;
    CheckTranslation(text, TextFormat::kXml, random);
    if (HasFatalFailure()) {
      return;
    }
  }
}

// Texts that take quadratic time in a careless parser: the time limit of the
// test ends them.
// Elements without an end, each with another name.
std::string ManyNames(int count) {
  std::string text = "x ";
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, "<a", i, " translate=no>");
  }
  return text;
}

TEST(MarkupDocumentTest, LargeTextsTakeLinearTime) {
  constexpr int kMany = 100000 / kSlowness;
  const std::vector<std::string> texts = {
      Repeat("<b>a ", kMany / 10) + Repeat("</b>", kMany / 10),
      Repeat("<", 10 * kMany),
      "<a" + Repeat(" b=c", kMany) + ">x</a>",
      Repeat("<a ", kMany),
      Repeat("<div>", 2 * kMany) + "x",
      Repeat("<b>", kMany) + "x" + Repeat("</i>", kMany),
      Repeat("<i><div>", 300) + Repeat("<b>", kMany) + Repeat("</i>", kMany),
      Repeat("<b>", kMany) + Repeat("<p>x", kMany),
      Repeat("a &amp", kMany),
      Repeat("<code>x</code> a ", kMany),
      Repeat("a<!--", kMany),
      Repeat("<script>", kMany),
      Repeat("<svg>", kMany),
      Repeat("word ", 2 * kMany),
      Repeat("word <b>x</b> ", kMany),
      Repeat("<b>x</b>", kMany),
      Repeat("*a ", kMany),
      Repeat("*a_ ", kMany),
      Repeat("a**b*", kMany),
      Repeat("[", kMany),
      Repeat("[a](", kMany),
      Repeat("[a](b \"", kMany),
      Repeat("[a](b (", kMany),
      Repeat("![a](b)", kMany),
      Repeat("[", kMany) + Repeat("]", kMany) + "\n\n[a]: b",
      Repeat("`", kMany),
      Repeat("` `` ", kMany),
      Repeat("<!-- ", kMany),
      Repeat("<kbd> ", kMany),
      Repeat("> ", kMany),
      Repeat("> a\n", kMany),
      Repeat("- ", kMany),
      Repeat("- a\n", kMany),
      Repeat("| a ", kMany) + "\n" + Repeat("|-", kMany) + "\n",
      Repeat("[a]: b\n", kMany),
      Repeat("\\*", kMany),
      Repeat("www.a (", kMany),
      "<a>" + Repeat("x<b/>y", kMany) + "</a>",
      Repeat("!<br>", kMany),
      Repeat("!\\\n", kMany),
      Repeat("x\\*", kMany),
      ManyNames(kMany / 10),
  };
  std::mt19937 random(3);
  for (const std::string& text : texts) {
    for (const TextFormat format : kFormats) {
      CheckTranslation(text, format, random);
      ASSERT_FALSE(HasFatalFailure()) << text.substr(0, 40);
    }
  }
}

TEST(MarkupDocumentTest, PagesOfTheMachineComeBack) {
  int pages = 0;
  std::mt19937 random(5);
  std::error_code error;
  for (fs::recursive_directory_iterator
           it("/usr/share/doc", fs::directory_options::skip_permission_denied,
              error),
       end;
       !error && it != end; it.increment(error)) {
    const std::string extension = it->path().extension();
    std::error_code ignored;
    if ((extension != ".html" && extension != ".md") ||
        !it->is_regular_file(ignored)) {
      continue;
    }
    std::ifstream file(it->path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (IsValidUtf8(text) && pages < 1000 / kSlowness) {
      ++pages;
      CheckTranslation(
          text, extension == ".md" ? TextFormat::kMarkdown : TextFormat::kHtml,
          random);
      ASSERT_FALSE(HasFatalFailure()) << it->path();
    }
  }
  if (pages == 0) {
    GTEST_SKIP() << "skipped: no pages under /usr/share/doc";
  }
  std::cout << pages << " pages\n";
}

}  // namespace
}  // namespace interpres
