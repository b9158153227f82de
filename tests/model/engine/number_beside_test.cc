#include "model/engine/number_beside.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

TEST(NumberBesideTest, ANumberTouchesTheSign) {
  EXPECT_EQ(NumberBeside(U"of ", U"7,562.37 and"), U"756237");
  EXPECT_EQ(NumberBeside(U"de 7.562,37", U" y"), U"756237");
  EXPECT_EQ(NumberBeside(U"", U"5."), U"5");
}

TEST(NumberBesideTest, OneSpaceMayStandBetween) {
  EXPECT_EQ(NumberBeside(U"de 12 ", U" y"), U"12");
  EXPECT_EQ(NumberBeside(U"de ", U" 12"), U"12");
  EXPECT_EQ(NumberBeside(U"de 12  ", U" y"), U"");
}

TEST(NumberBesideTest, ANumberThatTouchesTheSignComesFirst) {
  EXPECT_EQ(NumberBeside(U"5 ", U"12"), U"12");
  EXPECT_EQ(NumberBeside(U"5", U" 12"), U"5");
}

TEST(NumberBesideTest, TwoNumbersAtOneDistanceDecideNothing) {
  EXPECT_EQ(NumberBeside(U"5", U"12"), U"");
  EXPECT_EQ(NumberBeside(U"5 ", U" 12"), U"");
}

TEST(NumberBesideTest, WordsAndMarksAreNoNumbers) {
  EXPECT_EQ(NumberBeside(U"", U""), U"");
  EXPECT_EQ(NumberBeside(U"the ", U", 12"), U"");
}

TEST(NumberBesideTest, TheTextsMakeOneText) {
  const std::vector<std::string> texts = {" de", " ", "", "7", ",", "5", " y"};
  EXPECT_EQ(NumberBesideText(texts, 2), U"75");
  EXPECT_EQ(NumberBesideText({}, 0), U"");
}

}  // namespace
}  // namespace interpres
