#include "model/language/macrolanguages.h"

#include <gtest/gtest.h>

namespace interpres {
namespace {

TEST(MacrolanguagesTest, MembersAndOtherLanguages) {
  EXPECT_EQ(MacrolanguageOf("nb").code, "no");
  EXPECT_TRUE(MacrolanguageOf("nb").is_usual);
  EXPECT_EQ(MacrolanguageOf("nn").code, "no");
  EXPECT_FALSE(MacrolanguageOf("nn").is_usual);
  EXPECT_EQ(MacrolanguageOf("no").code, "no");
  EXPECT_TRUE(MacrolanguageOf("no").is_usual);
  // The first and the last row of the table.
  EXPECT_EQ(MacrolanguageOf("aeb").code, "ar");
  EXPECT_EQ(MacrolanguageOf("zsm").code, "ms");
}

TEST(MacrolanguagesTest, LanguagesThatAreNotUnderstoodStandAlone) {
  for (const char* language : {"id", "yue", "ckb", "ca", "uk", ""}) {
    EXPECT_EQ(MacrolanguageOf(language).code, language);
    EXPECT_TRUE(MacrolanguageOf(language).is_usual);
  }
}

}  // namespace
}  // namespace interpres
