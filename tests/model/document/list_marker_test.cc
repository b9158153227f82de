#include "model/document/list_marker.h"

#include <string_view>

#include "gtest/gtest.h"

namespace interpres {
namespace {

std::u32string_view Rest(std::u32string_view line,
                         SentenceLanguage language = SentenceLanguage::kOther) {
  return line.substr(SkipListMarkers(line, language));
}

TEST(ListMarkerTest, SkipsMarkers) {
  for (const std::u32string_view line :
       {U"- x", U"* x", U"•\tx", U"1. x", U"12) x", U"(3) x", U"a) x",
        U"(b)  x", U"iv) x", U"> > x", U">> x", U"[ ] x", U"- [x] x", U"- 1. x",
        U"– x", U"☐ x"}) {
    EXPECT_EQ(Rest(line), U"x") << testing::PrintToString(line);
  }
}

TEST(ListMarkerTest, OtherLinesHaveNone) {
  for (const std::u32string_view line :
       {U"x", U"-x", U"1.x", U"1990. x", U"A. x", U"ab) x", U"1.5 x", U"-",
        U"1.", U"", U"--- x", U"(a x", U">x", U"[y] x", U"[ x"}) {
    EXPECT_EQ(Rest(line), line) << testing::PrintToString(line);
  }
}

TEST(ListMarkerTest, OrdinalNumbersAreNoMarkers) {
  EXPECT_EQ(Rest(U"3. Mai", SentenceLanguage::kGerman), U"3. Mai");
  EXPECT_EQ(Rest(U"3. Mais", SentenceLanguage::kGerman), U"Mais");
  EXPECT_EQ(Rest(U"3. maj", SentenceLanguage::kOrdinalDots), U"3. maj");
  EXPECT_EQ(Rest(U"3. maj", SentenceLanguage::kPolish), U"3. maj");
  EXPECT_EQ(Rest(U"3. Mai", SentenceLanguage::kFrench), U"Mai");
}

}  // namespace
}  // namespace interpres
