#include "model/markup/plain_document.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

MarkupDocument Parse(const std::string& html) {
  return ParseMarkup(html, {.format = TextFormat::kHtml, .language = "en"})
      .value();
}

// Returns translations that equal their sources, each byte aligned to itself.
std::vector<AlignedText> Copies(const Document& plain) {
  std::vector<AlignedText> copies;
  for (const Segment& segment : plain.segments) {
    AlignedText copy = {.text = segment.text};
    for (int64_t i = 0; i < std::ssize(segment.text); ++i) {
      const ByteSpan byte = {.begin = i, .end = i + 1};
      copy.alignment.push_back({.target = byte, .source = byte});
    }
    copies.push_back(std::move(copy));
  }
  return copies;
}

constexpr char kPage[] =
    "<p>One <b>cat</b>. Two dogs.</p>\n<ul><li title=\"a name\">A "
    "bird</li></ul>";

TEST(PlainDocumentTest, EachSegmentIsALine) {
  const MarkupDocument marked = Parse(kPage);
  const Document plain = PlainDocument(marked, {});
  ASSERT_EQ(plain.segments.size(), marked.segments.size());
  const std::vector<std::size_t> lines = LinesOf(plain);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_EQ(lines[i], i);
    EXPECT_EQ(plain.segments[i].text, marked.segments[i].text);
  }
}

TEST(PlainDocumentTest, CopiesGiveTheTextBack) {
  const MarkupDocument marked = Parse(kPage);
  const Document plain = PlainDocument(marked, {});
  EXPECT_EQ(RenderPlainDocument(marked, plain, Copies(plain), "en").text,
            kPage);
}

TEST(PlainDocumentTest, PartsOfALineAreOneSegmentAgain) {
  const std::string page =
      "<p>one two three <i>four five</i>, six seven eight nine ten</p><p>a "
      "cat</p>";
  const MarkupDocument marked = Parse(page);
  Document plain = PlainDocument(marked, {});
  std::vector<Segment> parts = DivideSegment(plain, plain.segments[0], 20, {});
  ASSERT_GT(parts.size(), 2U);
  parts.push_back(plain.segments[1]);
  plain.segments = parts;
  EXPECT_EQ(LinesOf(plain).back(), 1U);
  const Rendered rendered =
      RenderPlainDocument(marked, plain, Copies(plain), "en");
  EXPECT_EQ(rendered.text, page);
  ASSERT_EQ(rendered.spans.size(), plain.segments.size());
  EXPECT_EQ(rendered.spans[0], rendered.spans[1]);
  EXPECT_EQ(BytesOf(rendered.text, rendered.spans.back()), "a cat");
}

TEST(PartFinderTest, EqualPartsHaveDifferentPlaces) {
  PartFinder finder("12 and 12 or 7", {.begin = 0, .end = 12});
  EXPECT_EQ(finder.Find("12"), (ByteSpan{.begin = 0, .end = 2}));
  EXPECT_EQ(finder.Find("12"), (ByteSpan{.begin = 7, .end = 9}));
  EXPECT_EQ(finder.Find("and"), (ByteSpan{.begin = 3, .end = 6}))
      << "out of order";
  EXPECT_EQ(finder.Find("7"), (ByteSpan{.begin = 0, .end = 12}))
      << "outside, so the whole";
}

TEST(PartFinderTest, SearchesBackwardOnlyAHundredTimes) {
  PartFinder finder("a b", {.begin = 0, .end = 3});
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(finder.Find("b"), (ByteSpan{.begin = 2, .end = 3}));
    EXPECT_EQ(finder.Find("a"), (ByteSpan{.begin = 0, .end = 1}));
  }
  EXPECT_EQ(finder.Find("b"), (ByteSpan{.begin = 2, .end = 3}));
  EXPECT_EQ(finder.Find("a"), (ByteSpan{.begin = 0, .end = 3}));
}

// Else a text with many parts that are not there takes quadratic time.
TEST(PartFinderTest, SearchesInVainOnlyAThousandTimes) {
  const ByteSpan whole = {.begin = 0, .end = 3};
  PartFinder finder("a b", whole);
  for (int i = 0; i < 999; ++i) {
    EXPECT_EQ(finder.Find("c"), whole);
  }
  EXPECT_EQ(finder.Find("a"), (ByteSpan{.begin = 0, .end = 1}));
  EXPECT_EQ(finder.Find("c"), whole);
  EXPECT_EQ(finder.Find("b"), whole);
}

}  // namespace
}  // namespace interpres
