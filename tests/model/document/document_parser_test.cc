#include "model/document/document_parser.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace interpres {
namespace {

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

}  // namespace
}  // namespace interpres
