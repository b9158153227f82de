#include "model/document/document.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/document/document_parser.h"
#include "tests/testing/random_text.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Document Parse(std::string text, std::string language,
               LineBreaks line_breaks = LineBreaks::kParagraph) {
  return ParseDocument(std::move(text), {.language = std::move(language),
                                         .line_breaks = line_breaks})
      .value();
}

std::vector<std::string> TextsOf(const Document& document) {
  std::vector<std::string> texts;
  for (const Segment& segment : document.segments) {
    texts.push_back(segment.text);
  }
  return texts;
}

std::vector<std::string> BytesOfSegments(const Document& document) {
  std::vector<std::string> bytes;
  for (const Segment& segment : document.segments) {
    bytes.emplace_back(BytesOf(document.text, segment.span));
  }
  return bytes;
}

TEST(DocumentTest, SegmentsAreSentences) {
  const Document document =
      Parse(" Dr. Hale came.  He left.\r\n\r\n- One item\n-----\n", "en");
  EXPECT_THAT(TextsOf(document),
              ElementsAre("Dr. Hale came.", "He left.", "One item"));
  EXPECT_EQ(document.segments[1].span, (ByteSpan{17, 25}));
}

TEST(DocumentTest, RefusesOtherBytesThanUtf8) {
  const auto document = ParseDocument("ab\xff", {});
  EXPECT_EQ(document.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(document.status().message()), HasSubstr("offset 2"));
}

TEST(DocumentTest, WrappedLinesAreOneText) {
  const Document document =
      Parse("It was  late \r\nand dark. He\nleft.\n\nThe end", "en",
            LineBreaks::kWrapped);
  EXPECT_THAT(TextsOf(document),
              ElementsAre("It was  late and dark.", "He left.", "The end"));
  EXPECT_THAT(
      BytesOfSegments(document),
      ElementsAre("It was  late \r\nand dark.", "He\nleft.", "The end"));
}

TEST(DocumentTest, QuotedLinesAreOneText) {
  const Document document =
      Parse("> It was\n> late. He\n> left.\n> She\n> stayed.\n", "en",
            LineBreaks::kWrapped);
  EXPECT_THAT(TextsOf(document),
              ElementsAre("It was late.", "He left.", "She stayed."));
  const std::vector<std::string> translations = {"a", "b", "c"};
  EXPECT_EQ(RenderDocument(document, translations, "es").text, "> a b\n> c\n");
}

TEST(DocumentTest, APartOfARecasedSegmentIsFoundByItsCharacters) {
  const Document document = {.text = "Oh. Ⱥ 7 Y 7", .segments = {}};
  const Segment segment = {.span = {.begin = 4, .end = 12},
                           .text = "ⱥ 7 y 7",
                           .changed_case = LetterCase::kCapitals};
  ASSERT_EQ(segment.text.size(), 9U);  // ⱥ has a byte more than Ⱥ
  EXPECT_EQ(SpanInDocument(document, segment, {.begin = 8, .end = 9}),
            (ByteSpan{.begin = 11, .end = 12}));
  EXPECT_EQ(SpanInDocument(document, segment, {.begin = 0, .end = 5}),
            (ByteSpan{.begin = 4, .end = 8}));
  // White space has no separate place.
  EXPECT_EQ(SpanInDocument(document, segment, {.begin = 3, .end = 4}),
            segment.span);
}

TEST(DocumentTest, APartIsTheSegmentIfTheCaseChangedTheNumberOfCharacters) {
  const Document document = {.text = "İZMİR 7", .segments = {}};
  const Segment segment = {.span = {.begin = 0, .end = 9},
                           .text = "i̇zmi̇r 7",
                           .changed_case = LetterCase::kCapitals};
  EXPECT_EQ(SpanInDocument(document, segment, {.begin = 10, .end = 11}),
            segment.span);
}

TEST(DocumentTest, RenderKeepsTheGaps) {
  const Document document = Parse("\t1. Yes.  No!\r\n\n* Ok 😀\n", "en");
  const std::vector<std::string> translations = {"Sí.", "¡No!", "Vale 😀"};
  const Rendered rendered = RenderDocument(document, translations, "es");
  EXPECT_EQ(rendered.text, "\t1. Sí.  ¡No!\r\n\n* Vale 😀\n");
  ASSERT_EQ(rendered.spans.size(), 3U);
  for (std::size_t i = 0; i < rendered.spans.size(); ++i) {
    EXPECT_EQ(BytesOf(rendered.text, rendered.spans[i]), translations[i]);
  }
}

TEST(DocumentTest, RenderPutsSpacesWhereTheTargetLanguageHasThem) {
  const Document document = Parse("你好。再见。", "zh");
  const std::vector<std::string> english = {"Hello.", "Bye."};
  EXPECT_EQ(RenderDocument(document, english, "en").text, "Hello. Bye.");
  EXPECT_EQ(RenderDocument(document, english, "").text, "Hello.Bye.");
  const std::vector<std::string> japanese = {"やあ。", "では。"};
  EXPECT_EQ(RenderDocument(document, japanese, "ja").text, "やあ。では。");
  EXPECT_EQ(RenderDocument(document, japanese, "en").text, "やあ。では。");
  const std::vector<std::string> lost = {"Hello.", ""};
  EXPECT_EQ(RenderDocument(document, lost, "en").text, "Hello.");
}

TEST(DocumentTest, ATextWithoutSentencesIsOneGap) {
  for (const char* text : {"", " \n", "---\n***", "\ufeff"}) {
    const Document document = Parse(text, "en");
    EXPECT_TRUE(document.segments.empty());
    EXPECT_EQ(RenderDocument(document, {}, "es").text, text);
  }
}

// What holds for every text.
void CheckDocument(const Document& document, const std::string& text) {
  EXPECT_EQ(document.text, text);
  int64_t end = 0;
  for (const Segment& segment : document.segments) {
    EXPECT_GE(segment.span.begin, end);
    EXPECT_LT(segment.span.begin, segment.span.end);
    EXPECT_FALSE(segment.text.empty());
    end = segment.span.end;
  }
  EXPECT_LE(end, static_cast<int64_t>(text.size()));
  for (const char* target : {"es", "zh", ""}) {
    const Rendered rendered =
        RenderDocument(document, BytesOfSegments(document), target);
    EXPECT_EQ(rendered.text, text);
  }
}

TEST(DocumentTest, CopiesOfTheSegmentsGiveTheTextBack) {
  std::mt19937 random(30);
  for (int i = 0; i < 5000 / kSlowness; ++i) {
    const std::string text = RandomText(random);
    for (const char* language : {"en", "de", "es", "fr", "ja", ""}) {
      for (const LineBreaks line_breaks :
           {LineBreaks::kParagraph, LineBreaks::kWrapped}) {
        CheckDocument(Parse(text, language, line_breaks), text);
      }
    }
    if (HasFailure()) {
      FAIL() << testing::PrintToString(text);
    }
  }
}

TEST(DocumentTest, SegmentsOfLinesHaveNoLineBreak) {
  std::mt19937 random(31);
  for (int i = 0; i < 5000 / kSlowness; ++i) {
    for (const std::string& text : TextsOf(Parse(RandomText(random), "en"))) {
      EXPECT_EQ(text.find_first_of("\n\r\t"), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace interpres
