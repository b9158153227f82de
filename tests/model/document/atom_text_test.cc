#include "model/document/atom_text.h"

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(AtomTextTest, ReadsBytesAndCharacters) {
  const AtomText text("aé好");
  EXPECT_EQ(text.At(-1), ' ');
  EXPECT_EQ(text.At(0), 'a');
  EXPECT_EQ(text.At(6), ' ');
  EXPECT_EQ(text.CodeAt(1).code, U'é');
  EXPECT_EQ(text.CodeAt(6).length, 0);
  EXPECT_EQ(text.CodeBefore(0), U' ');
  EXPECT_EQ(text.CodeBefore(3), U'é');
  EXPECT_EQ(text.CodeBefore(6), U'好');
  EXPECT_TRUE(text.JoinsBefore(3));
  EXPECT_FALSE(text.JoinsBefore(6));
  EXPECT_TRUE(text.JoinsAfter(1));
  EXPECT_FALSE(text.JoinsAfter(3));
}

TEST(AtomTextTest, LettersOfSomeScriptsJoinNoWords) {
  for (const char32_t c : U"aZ5_éяא٣ह") {
    EXPECT_EQ(JoinsWords(c), c != 0) << static_cast<uint32_t>(c);
  }
  for (const char32_t c : U"好のカ한ก.-€😀\ufe0f") {
    EXPECT_FALSE(JoinsWords(c)) << static_cast<uint32_t>(c);
  }
}

TEST(AtomTextTest, FindsPairs) {
  const AtomText text("{a{b}c}} {`x` ``y` z``");
  EXPECT_EQ(text.CloseBrace(0), 6);
  EXPECT_EQ(text.CloseBrace(2), 4);
  EXPECT_EQ(text.CloseBrace(9), 9);
  EXPECT_EQ(text.CloseBackticks(10), 12);
  EXPECT_EQ(text.CloseBackticks(14), 20);
  EXPECT_EQ(text.CloseBackticks(17), 17);
}

TEST(AtomTextTest, FindsRuns) {
  const AtomText text("see foo.bar42 ...x");
  EXPECT_TRUE(text.ContinuesRun(8, "."));
  EXPECT_FALSE(text.ContinuesRun(8, "-"));
  EXPECT_FALSE(text.ContinuesRun(17, "."));
  EXPECT_EQ(text.WordEnd(8), 13);
  EXPECT_EQ(text.DigitsEnd(11), 13);
}

}  // namespace
}  // namespace interpres
