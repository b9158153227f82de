#include "model/document/base_letters.h"

#include "gtest/gtest.h"

namespace interpres {
namespace {

TEST(WithoutAccentsTest, KeepsCase) {
  EXPECT_EQ(WithoutAccents(U"Ávila, Ñu"), U"Avila, Nu");
}

TEST(WithoutAccentsTest, KeepsVowelsThatAreNoAccents) {
  EXPECT_EQ(WithoutAccents(U"한국"), U"한국");
  EXPECT_EQ(WithoutAccents(U"हिन्दी"), U"हिन्दी");
}

TEST(BaseLettersTest, HaveNeitherCaseNorAccents) {
  EXPECT_EQ(BaseLetters(U"África"), U"africa");
  EXPECT_EQ(BaseLetters(U"DVOŘÁK"), U"dvorak");
  EXPECT_EQ(BaseLetters(U"q\u0303Ňü-1"), U"qnu-1");
  EXPECT_EQ(BaseLetters(U"Łódź"), U"łodz");
  EXPECT_EQ(BaseLetters(U""), U"");
}

}  // namespace
}  // namespace interpres
