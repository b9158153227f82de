#include "model/document/paragraphs.h"

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> Find(std::string_view text, bool wrapped) {
  std::vector<std::string> found;
  for (const ByteSpan span :
       FindParagraphs(text, {.language = "en", .wrapped = wrapped})) {
    found.emplace_back(BytesOf(text, span));
  }
  return found;
}

TEST(ParagraphsTest, LinesAndCells) {
  EXPECT_THAT(Find("a\nb\r\nc\rd\u2028e\u0085f", false),
              ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_THAT(Find("a b\tc\t\td", false), ElementsAre("a b", "c", "d"));
  EXPECT_THAT(Find("\ufeff \u00a0a \n\n  b", false), ElementsAre("a", "b"));
}

TEST(ParagraphsTest, LinesWithoutContentAreGaps) {
  EXPECT_THAT(Find("-----\n***\n😀\n•\n?", false), IsEmpty());
  EXPECT_THAT(Find("", false), IsEmpty());
  EXPECT_THAT(Find("5\n²", false), ElementsAre("5", "²"));
}

TEST(ParagraphsTest, MarkersAreGaps) {
  EXPECT_THAT(Find("- a\n* b\n1. c\n  a) d\n- -", false),
              ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(Find("1.\n- 2.\n1. -", false), ElementsAre("1.", "2.", "1. -"));
}

TEST(ParagraphsTest, TimesOfSubtitlesAreGaps) {
  EXPECT_THAT(
      Find("WEBVTT\n\n00:01.000 --> 00:04.000 align:start line:0%\nHi.", false),
      ElementsAre("Hi."));
  EXPECT_THAT(Find("5 --> 6 apples", false), ElementsAre("5 --> 6 apples"));
  EXPECT_THAT(Find("1\n00:00:01,000 --> 00:00:02,500\na\nb\n\n2", true),
              ElementsAre("1", "a\nb", "2"));
  EXPECT_THAT(Find("a --> 1", false), ElementsAre("a --> 1"));
}

TEST(ParagraphsTest, QuotedLinesContinue) {
  EXPECT_THAT(Find("> a\n> b\nc", true), ElementsAre("a\n> b\nc"));
  EXPECT_THAT(Find("> a\n> > b\n>> c\n> d", true),
              ElementsAre("a", "b\n>> c", "d"));
  EXPECT_THAT(Find("> a\n>\n> b", true), ElementsAre("a", "b"));
  EXPECT_THAT(Find("> - a\n> b\n> - c", true), ElementsAre("a\n> b", "c"));
  EXPECT_THAT(Find("> a\n> b", false), ElementsAre("a", "b"));
}

TEST(ParagraphsTest, QuoteMarksAreNoText) {
  EXPECT_EQ(WithoutQuoteMarks("a\n> b\n>> c\n > > d\n>e > f\n>"),
            "a\n  b\n   c\n     d\n e > f\n ");
  // A comparison is no mark.
  for (const std::string text :
       {"rose to\n>30 degrees", "is\n>= 5", "costs\n>€5", "is\n>-3"}) {
    EXPECT_EQ(WithoutQuoteMarks(text), text);
  }
  EXPECT_EQ(WithoutQuoteMarks("a\n> >30"), "a\n  >30");
}

TEST(ParagraphsTest, WrappedLinesContinue) {
  EXPECT_THAT(Find("a\nb\r\nc\n\nd\ne", true),
              ElementsAre("a\nb\r\nc", "d\ne"));
  EXPECT_THAT(Find("a \n b", true), ElementsAre("a", "b"));
  EXPECT_THAT(Find("a\n- b\nc\n- d", true), ElementsAre("a", "b\nc", "d"));
  EXPECT_THAT(Find("- a\n  b\n c", true), ElementsAre("a\n  b", "c"));
  EXPECT_THAT(Find("12. a\n    b\n12. c", true), ElementsAre("a\n    b", "c"));
  EXPECT_THAT(Find("a\n-----\nb", true), ElementsAre("a", "b"));
  EXPECT_THAT(Find("a\u2028b\u2029c", true), ElementsAre("a\u2028b", "c"));
  EXPECT_THAT(Find("a\tb\nc", true), ElementsAre("a", "b\nc"));
  EXPECT_THAT(Find(" a\nb", true), ElementsAre("a\nb"));
}

}  // namespace
}  // namespace interpres
