#include "model/document/cldr_abbreviations.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(CldrAbbreviationsTest, ReadsTheListsOfIcu) {
  EXPECT_THAT(CldrAbbreviations("de"), Contains("vgl"));
  EXPECT_THAT(CldrAbbreviations("de"), Contains("v.u.Z"));
  EXPECT_THAT(CldrAbbreviations("fr"), Contains("ap.J.-C"));
  EXPECT_THAT(CldrAbbreviations("ru"), Contains("н.э"));
}

TEST(CldrAbbreviationsTest, LeavesOutCapitals) {
  EXPECT_THAT(CldrAbbreviations("de"), Not(Contains("Test")));
  EXPECT_THAT(CldrAbbreviations("es"), Not(Contains("Sol")));
}

TEST(CldrAbbreviationsTest, IsEmptyWithoutAList) {
  for (const char* language : {"ja", "el", "xx", "", "../de", "nl"}) {
    EXPECT_THAT(CldrAbbreviations(language), IsEmpty()) << language;
  }
}

}  // namespace
}  // namespace interpres
