#include "model/document/document_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace interpres {
namespace {

using testing::ElementsAre;

std::vector<ByteSpan> SpansOf(const Document& document) {
  std::vector<ByteSpan> spans;
  for (const Segment& segment : document.segments) {
    spans.push_back(segment.span);
  }
  return spans;
}

TEST(DocumentParserTest, TheStepsDoNotChangeTheSegments) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "Dr. Hale (\"Why? Now!\") came at 3.30 p.m. He left. ";
    text += i % 7 == 0 ? "\n- " : "";
  }
  const DocumentOptions options = {.language = "en"};
  const auto whole = ParseDocument(text, options);
  ASSERT_TRUE(whole.ok()) << whole.status();
  ASSERT_GT(whole->segments.size(), 40U);
  for (const int64_t step : {1, 7, 64, 999}) {
    auto parser = DocumentParser::Create(text, options);
    ASSERT_TRUE(parser.ok()) << parser.status();
    int64_t steps = 0;
    while (!(*parser)->done()) {
      (*parser)->Read(step);
      ++steps;
    }
    EXPECT_EQ(SpansOf((*parser)->Take()), SpansOf(*whole)) << step;
    EXPECT_GT(steps, std::ssize(text) / step / 8) << step;
  }
}

TEST(DocumentParserTest, ATextWithoutParagraphsIsDone) {
  const auto parser = DocumentParser::Create(" \n--", {});
  ASSERT_TRUE(parser.ok()) << parser.status();
  EXPECT_TRUE((*parser)->done());
  EXPECT_EQ((*parser)->Take().text, " \n--");
}

TEST(DocumentParserTest, NoSentenceEndsInsideAnAtom) {
  const std::string text = "We saw Dig It! Now Or Never twice. It was good.";
  DocumentOptions options = {.language = "en"};
  ASSERT_EQ(ParseDocument(text, options)->segments.size(), 3U);
  options.atoms = std::make_shared<AtomOptions>(
      AtomOptions{.do_not_translate = TermList({"Dig It! Now Or Never"})});
  const Document document = *ParseDocument(text, options);
  ASSERT_EQ(document.segments.size(), 2U);
  EXPECT_EQ(document.segments[0].text, "We saw Dig It! Now Or Never twice.");
  ASSERT_EQ(document.segments[0].atoms.size(), 1U);
  EXPECT_EQ(SpanInDocument(document, document.segments[0],
                           document.segments[0].atoms[0].span),
            (ByteSpan{.begin = 7, .end = 27}));
}

TEST(DocumentParserTest, OnlyTheLeavesOfAMessageAreSegments) {
  const std::string text =
      "You have {n, plural,\n  one {# file. Open it.}\n  other {# files}}.";
  DocumentOptions options = {.language = "en"};
  options.atoms = std::make_shared<AtomOptions>();
  std::vector<std::string> segments;
  const Document document = *ParseDocument(text, options);
  for (const Segment& segment : document.segments) {
    segments.push_back(segment.text);
  }
  EXPECT_THAT(segments,
              ElementsAre("You have", "# file.", "Open it.", "# files"));
  EXPECT_TRUE(document.segments[0].is_in_message);
  EXPECT_FALSE(
      ParseDocument("You have {n}.", options)->segments[0].is_in_message);
  options.atoms = std::make_shared<AtomOptions>(
      AtomOptions{.off = AtomKinds({AtomKind::kPlaceholder})});
  EXPECT_EQ(ParseDocument(text, options)->segments.front().text,
            "You have {n, plural,");
}

TEST(DocumentParserTest, AnEscapedLineBreakEndsAParagraph) {
  const std::string text =
      "Dear {name},\\n\\nThe file `a\\nb` in C:\\new is old.\\n";
  DocumentOptions options = {.language = "en"};
  options.atoms = std::make_shared<AtomOptions>();
  std::vector<std::string> segments;
  const Document document = *ParseDocument(text, options);
  for (const Segment& segment : document.segments) {
    segments.push_back(segment.text);
  }
  EXPECT_THAT(segments, ElementsAre("Dear {name},",
                                    "The file `a\\nb` in C:\\new is old."));
  options.line_breaks = LineBreaks::kWrapped;
  EXPECT_EQ(ParseDocument("One\\ntwo", options)->segments.size(), 1U);
}

// The bytes of the atoms of the first segment in the document.
std::vector<ByteSpan> PlacesOfAtoms(const Document& document) {
  std::vector<ByteSpan> places;
  for (const Atom& atom : document.segments[0].atoms) {
    places.push_back(SpanInDocument(document, document.segments[0], atom.span));
  }
  return places;
}

TEST(DocumentParserTest, AtomsAreFoundBehindLineBreaks) {
  const Document document =
      *ParseDocument("> We\r\n> paid\r\n> them\r\n> 7844 or 7844 dollars",
                     {.language = "en",
                      .line_breaks = LineBreaks::kWrapped,
                      .atoms = std::make_shared<AtomOptions>()});
  ASSERT_EQ(document.segments.size(), 1U);
  EXPECT_EQ(document.segments[0].text, "We paid them 7844 or 7844 dollars");
  EXPECT_THAT(PlacesOfAtoms(document),
              ElementsAre(ByteSpan{.begin = 24, .end = 28},
                          ByteSpan{.begin = 32, .end = 36}));
}

}  // namespace
}  // namespace interpres
