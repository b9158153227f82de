#include "model/document/sentence_state.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

SentenceState ReadTo(std::u32string_view text, char32_t mark) {
  SentenceState state(text);
  state.ReadUntil(text.find(mark) + 1);
  return state;
}

TEST(SentenceStateTest, Brackets) {
  EXPECT_TRUE(ReadTo(U"a (b. C) d", U'.').InsideBracket());
  EXPECT_FALSE(ReadTo(U"a (b) c. D (e)", U'.').InsideBracket());
  EXPECT_FALSE(ReadTo(U"a (b. C d", U'.').InsideBracket());
  EXPECT_FALSE(ReadTo(U"a :( b. C :)", U'.').InsideBracket());
  const std::u32string long_bracket =
      U"a (b. " + std::u32string(100, U'c') + U")";
  EXPECT_FALSE(ReadTo(long_bracket, U'.').InsideBracket());
}

TEST(SentenceStateTest, QuotesInsideASentence) {
  EXPECT_TRUE(ReadTo(U"a \"B. C\" d", U'.').InsideQuoteOfSentence());
  EXPECT_TRUE(ReadTo(U"a «B. C», d", U'.').InsideQuoteOfSentence());
  EXPECT_FALSE(ReadTo(U"a \"B. C\" D", U'.').InsideQuoteOfSentence());
  EXPECT_FALSE(ReadTo(U"\"B. C\" d", U'.').InsideQuoteOfSentence());
  EXPECT_FALSE(ReadTo(U"a \"b\". C \"d\" e", U'.').InsideQuoteOfSentence());
}

TEST(SentenceStateTest, AQuoteThatIsNeverClosedHoldsNoSentences) {
  EXPECT_FALSE(ReadTo(U"a \"B? C. D \"e\" f", U'.').InsideQuoteOfSentence());
  EXPECT_FALSE(ReadTo(U"a «B? C. D «e», f", U'.').InsideQuoteOfSentence());
  EXPECT_TRUE(ReadTo(U"a «B. C \"d\" e», f", U'.').InsideQuoteOfSentence());
  EXPECT_TRUE(ReadTo(U"a \"b; c \"D? E\" f", U'?').InsideQuoteOfSentence());
}

TEST(SentenceStateTest, ContentOfASentence) {
  const std::u32string_view text = U"- a. - b";
  SentenceState state(text);
  state.ReadUntil(2);
  EXPECT_FALSE(state.has_content());
  state.ReadUntil(3);
  EXPECT_TRUE(state.has_content());
  state.BeginSentence();
  EXPECT_FALSE(state.has_content());
  state.ReadUntil(7);
  EXPECT_FALSE(state.has_content());
  state.ReadUntil(8);
  EXPECT_TRUE(state.has_content());
}

}  // namespace
}  // namespace interpres
