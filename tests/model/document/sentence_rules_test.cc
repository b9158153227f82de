#include "model/document/sentence_rules.h"

#include <string_view>

#include "gtest/gtest.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

// Whether the sentence ends at the first mark of `text`.
bool Ends(std::u32string_view text, SentenceLanguage language) {
  std::size_t mark = 0;
  while (MarkOf(text[mark]) == MarkKind::kNone) {
    ++mark;
  }
  return EndsSentence(MeasureSentenceEnd(text, 0, mark), language);
}

TEST(SentenceRulesTest, MarksThatEnd) {
  for (const std::u32string_view text :
       {U"It is late! We go", U"It is late? “We go", U"It is late. We go",
        U"It is late… The bus", U"他来了。我", U"Is it late?Yes it is",
        U"he is late? we go"}) {
    EXPECT_TRUE(Ends(text, SentenceLanguage::kEnglish))
        << testing::PrintToString(text);
  }
}

TEST(SentenceRulesTest, MarksThatDoNot) {
  for (const std::u32string_view text :
       {U"It is late! we go", U"It is (!) We go", U"It is late!, We go",
        U"It is late… Peter", U"The Yahoo! Group", U"1. We go",
        U"Chapter 2. We go", U"“Late?” Hale asked", U"字。、字",
        U"see a.b?Yes=1 now"}) {
    EXPECT_FALSE(Ends(text, SentenceLanguage::kEnglish))
        << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace interpres
