#include "model/document/long_sentence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/base/utf8.h"

namespace interpres {
namespace {

std::vector<std::string> Divide(const std::string& text, int64_t max_bytes,
                                std::string_view language = "en") {
  std::vector<std::string> parts;
  for (const ByteSpan span :
       DivideSentence(text, {.max_bytes = max_bytes}, language)) {
    parts.emplace_back(BytesOf(text, span));
  }
  return parts;
}

using Parts = std::vector<std::string>;

TEST(LongSentenceTest, AShortSentenceIsOnePart) {
  EXPECT_EQ(Divide("A cat.", 6), (Parts{"A cat."}));
}

TEST(LongSentenceTest, DividesAfterAClauseMarkFirst) {
  EXPECT_EQ(Divide("we saw cats, dogs; and the tall birds", 25),
            (Parts{"we saw cats, dogs;", "and the tall birds"}));
  EXPECT_EQ(Divide("we saw big cats, and then the birds", 22),
            (Parts{"we saw big cats,", "and then the birds"}));
}

TEST(LongSentenceTest, DividesBeforeAConjunctionOfItsLanguage) {
  EXPECT_EQ(Divide("the tall cat and the small dog ran", 24),
            (Parts{"the tall cat", "and the small dog ran"}));
  EXPECT_EQ(Divide("el gato alto y el perro de mi hermano", 26, "es"),
            (Parts{"el gato alto", "y el perro de mi hermano"}));
}

TEST(LongSentenceTest, DividesAtSpaceNearTheMiddle) {
  EXPECT_EQ(Divide("one two six ten old new", 12),
            (Parts{"one two six", "ten old new"}));
}

TEST(LongSentenceTest, DividesFullWidthTextWithoutSpaces) {
  EXPECT_EQ(Divide("今日は良い天気、明日は雨です", 30, "ja"),
            (Parts{"今日は良い天気、", "明日は雨です"}));
}

TEST(LongSentenceTest, NeverDividesAGraphemeCluster) {
  // Families of four, joined by U+200D: 25 bytes each.
  const std::string family =
      "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466";
  ASSERT_EQ(family.size(), 25U);
  EXPECT_EQ(Divide(family + family + family, 40),
            (Parts{family, family, family}));
  EXPECT_EQ(Divide("e\u0301e\u0301e\u0301", 5),
            (Parts{"e\u0301", "e\u0301", "e\u0301"}));
}

TEST(LongSentenceTest, DividesAClusterThatDoesNotFit) {
  std::string heap = "e";
  for (int i = 0; i < 20; ++i) {
    heap += "\u0301";
  }
  std::string joined;
  for (const std::string& part : Divide(heap, 8)) {
    EXPECT_LE(part.size(), 8U);
    EXPECT_TRUE(IsValidUtf8(part));
    joined += part;
  }
  EXPECT_EQ(joined, heap);
}

TEST(LongSentenceTest, EachPartHasACodePoint) {
  EXPECT_EQ(Divide("\U0001F600\U0001F600", 1),
            (Parts{"\U0001F600", "\U0001F600"}));
}

TEST(LongSentenceTest, PartsAndWhiteSpaceAreTheSentence) {
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += i % 7 == 0 ? "wordy,  " : (i % 11 == 0 ? "and\t" : "é ");
  }
  text += "end";
  int64_t end = 0;
  for (const ByteSpan span : DivideSentence(text, {.max_bytes = 64}, "en")) {
    for (const char c : BytesOf(text, {.begin = end, .end = span.begin})) {
      EXPECT_TRUE(c == ' ' || c == '\t');
    }
    EXPECT_LE(span.end - span.begin, 64);
    EXPECT_LT(span.begin, span.end);
    end = span.end;
  }
  EXPECT_EQ(end, static_cast<int64_t>(text.size()));
}

TEST(LongSentenceTest, ASpanThatStaysWholeIsNotDivided) {
  const std::string text = "one two, three four; five six seven eight";
  const ByteSpan whole = {.begin = 4, .end = 30};  // two, ... five six
  for (int64_t max_bytes = 27; max_bytes < 40; ++max_bytes) {
    for (const ByteSpan& part : DivideSentence(
             text, {.max_bytes = max_bytes, .whole = {&whole, 1}}, "en")) {
      const bool cuts = part.begin > whole.begin && part.begin < whole.end;
      EXPECT_FALSE(cuts) << max_bytes;
    }
  }
}

TEST(LongSentenceTest, ASpanThatIsTooLongIsDivided) {
  const std::string text(100, 'x');
  const ByteSpan whole = {.begin = 0, .end = 100};
  EXPECT_EQ(DivideSentence(text, {.max_bytes = 50, .whole = {&whole, 1}}, "en")
                .size(),
            2U);
}

}  // namespace
}  // namespace interpres
