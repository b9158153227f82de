#include "model/engine/protection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;

// Returns a translation whose bytes are aligned one by one to the source.
ProtectedTranslation Aligned(const std::string& text) {
  ProtectedTranslation translation = {.text = {.text = text}};
  for (int64_t i = 0; i < std::ssize(text); ++i) {
    translation.text.alignment.push_back(
        {.target = {.begin = i, .end = i + 1},
         .source = {.begin = i, .end = i + 1}});
  }
  return translation;
}

TEST(ProtectionTest, AnApostropheInAMessageQuotesNothing) {
  Segment segment = {.span = {}, .text = "of {a}"};
  for (const bool is_in_message : {false, true}) {
    segment.is_in_message = is_in_message;
    ProtectedTranslation translation = Aligned("d'{a}");
    translation.spans = {
        {.source = {}, .target = ByteSpan{.begin = 2, .end = 5}}};
    WriteApostrophes(segment, translation);
    EXPECT_EQ(translation.text.text, is_in_message ? "d’{a}" : "d'{a}");
    EXPECT_EQ(BytesOf(translation.text.text, *translation.spans[0].target),
              "{a}");
    EXPECT_EQ(translation.text.alignment.back().target,
              is_in_message ? (ByteSpan{.begin = 6, .end = 7})
                            : (ByteSpan{.begin = 4, .end = 5}));
  }
  segment.text = "'{'a'}'";
  ProtectedTranslation quoted = Aligned("'{'b'}'");
  WriteApostrophes(segment, quoted);
  EXPECT_EQ(quoted.text.text, "'{'b'}'");
}

TEST(ProtectionTest, AScaleMayTouchItsNumber) {
  const Segment segment = {.span = {}, .text = "3 million"};
  for (const std::string text : {"3万", "3 billones", "3-billones"}) {
    ProtectedTranslation translation = Aligned(text);
    translation.spans = {{.kind = AtomKind::kNumber,
                          .source = {.begin = 0, .end = 1},
                          .target = ByteSpan{.begin = 0, .end = 1}}};
    WriteScales(segment, {.source = "en", .target = "es"}, translation);
    EXPECT_EQ(translation.text.text,
              text[1] == '-' ? "3-millones" : "3 millones");
  }
}

TEST(ProtectionTest, TheTokensOfARewrittenNumberBecomeOne) {
  const Segment segment = {.span = {}, .text = "1234 x"};
  ProtectedTranslation translation = Aligned("1 234 x");
  translation.spans = {{.kind = AtomKind::kNumber,
                        .source = {.begin = 0, .end = 4},
                        .target = ByteSpan{.begin = 0, .end = 5}}};
  WriteNumbers(segment, NumberForm::kVerbatim, {.source = "en", .target = "fr"},
               translation);
  EXPECT_EQ(translation.text.text, "1234 x");
  EXPECT_THAT(translation.text.alignment,
              ElementsAre(AlignedSpan{.target = {.begin = 0, .end = 4},
                                      .source = {.begin = 0, .end = 5}},
                          AlignedSpan{.target = {.begin = 4, .end = 5},
                                      .source = {.begin = 5, .end = 6}},
                          AlignedSpan{.target = {.begin = 5, .end = 6},
                                      .source = {.begin = 6, .end = 7}}));
}

}  // namespace
}  // namespace interpres
