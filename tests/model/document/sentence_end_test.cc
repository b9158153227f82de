#include "model/document/sentence_end.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

// The part of `text` that the end at the first full stop covers.
std::u32string_view Covered(std::u32string_view text) {
  const std::size_t mark = text.find(U'.');
  const SentenceEnd e = MeasureSentenceEnd(text, 0, mark);
  return text.substr(mark, e.end - mark);
}

TEST(SentenceEndTest, TakesMarksAndClosingCharacters) {
  EXPECT_EQ(Covered(U"a. B"), U".");
  EXPECT_EQ(Covered(U"a.?! B"), U".?!");
  EXPECT_EQ(Covered(U"a.\") B"), U".\")");
  EXPECT_EQ(Covered(U"a.“ B"), U".“");
  EXPECT_EQ(Covered(U"a.“B"), U".");
  EXPECT_EQ(Covered(U"a.\u202f» B"), U".\u202f»");
  EXPECT_EQ(Covered(U"a. »B«"), U".");
}

TEST(SentenceEndTest, TakesFootnotesCitationsAndEmoji) {
  EXPECT_EQ(Covered(U"a.[12] B"), U".[12]");
  EXPECT_EQ(Covered(U"a.[x] B"), U".");
  EXPECT_EQ(Covered(U"a.² B"), U".²");
  EXPECT_EQ(Covered(U"a. (Orr, 1998) B"), U". (Orr, 1998)");
  EXPECT_EQ(Covered(U"a. (Orr) B"), U".");
  EXPECT_EQ(Covered(U"a. 😀👍🏽 :-) B"), U". 😀👍🏽 :-)");
}

TEST(SentenceEndTest, TellsWhatItSaw) {
  const SentenceEnd e = MeasureSentenceEnd(U"a\").  B", 0, 3);
  EXPECT_EQ(e.dots, 1);
  EXPECT_EQ(e.end, 4U);
  EXPECT_EQ(e.next, 6U);
  EXPECT_FALSE(e.closes_quote);
  EXPECT_TRUE(MeasureSentenceEnd(U"a.\" B", 0, 1).closes_quote);
  EXPECT_TRUE(MeasureSentenceEnd(U"a.) B", 0, 1).closes_bracket);
  EXPECT_TRUE(MeasureSentenceEnd(U"a.). B", 0, 1).dot_after_close);
  EXPECT_TRUE(MeasureSentenceEnd(U"a! B", 0, 1).has_end_mark);
  EXPECT_TRUE(MeasureSentenceEnd(U"字。", 0, 1).has_wide_mark);
  EXPECT_TRUE(MeasureSentenceEnd(U"a… B", 0, 1).has_ellipsis);
}

TEST(SentenceEndTest, Words) {
  EXPECT_EQ(WordBefore(U"go (U.S. now", 7), U"U.S");
  EXPECT_EQ(WordBefore(U"de l'art. Et", 8), U"art");
  EXPECT_EQ(WordBefore(U"can't. Et", 5), U"can't");
  EXPECT_EQ(WordBefore(U"5) . Et", 3), U"");
  EXPECT_EQ(WordAt(U"the café1, so", 4), U"café1");
  EXPECT_EQ(WordAt(U"a", 1), U"");
}

TEST(SentenceEndTest, SkipsOpeningCharacters) {
  EXPECT_EQ(SkipOpening(U"“(¿Qué", 0), 3U);
  EXPECT_EQ(SkipOpening(U"— Oui", 0), 2U);
  EXPECT_EQ(SkipOpening(U"A", 0), 0U);
  EXPECT_EQ(SkipSpace(U" \t\u00a0x", 0), 3U);
  EXPECT_EQ(SkipSpace(U"  ", 0), 2U);
}

TEST(SentenceEndTest, YearsAndItems) {
  EXPECT_TRUE(IsYear(U"1998"));
  EXPECT_FALSE(IsYear(U"3998"));
  EXPECT_FALSE(IsYear(U"199"));
  EXPECT_TRUE(IsItemAt(U"(b) What", 0));
  EXPECT_TRUE(IsItemAt(U"b) what", 0));
  EXPECT_TRUE(IsItemAt(U"2. Call", 0));
  EXPECT_FALSE(IsItemAt(U"2. call", 0));
  EXPECT_FALSE(IsItemAt(U"b. Call", 0));
  EXPECT_FALSE(IsItemAt(U"(bc) What", 0));
}

}  // namespace
}  // namespace interpres
