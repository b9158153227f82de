#include "model/document/number_value.h"

#include <array>

#include "gtest/gtest.h"

namespace interpres {
namespace {

using Pair = std::array<std::string_view, 2>;

TEST(NumberValueTest, SameNumbers) {
  for (const auto& [a, b] :
       std::initializer_list<Pair>{{"5", "5"},
                                   {"1,234.56", "1.234,56"},
                                   {"1,234.56", "1 234,56"},
                                   {"1,234.56", "1\u202f234,56"},
                                   {"1,234.56", "1'234.56"},
                                   {"1,234.56", "1’234,56"},
                                   {"1,234.56", "1234.56"},
                                   {"7.5", "7,5"},
                                   {"1,234", "1.234"},
                                   {"1,234", "1234"},
                                   {"1.234", "1234"},
                                   {"1,234,567", "1 234 567"},
                                   {"12,34,567", "1.234.567"},
                                   {"2020-10-12", "2020/10/12"},
                                   {"12.10.2020", "12/10/2020"},
                                   {"5:30", "05:30"},
                                   {"5:30", "5h30"},
                                   {"5:30", "5.30"},
                                   {"17:30:05", "17:30:05"},
                                   {"٣٤٥", "345"},
                                   {"१२", "12"},
                                   {"٣٬٤٥٦", "3,456"},
                                   {"+34 912 345 678", "+34 912-345-678"},
                                   {"(555) 123-4567", "555-123-4567"},
                                   {"1/2", "1/2"}}) {
    EXPECT_TRUE(SameNumber(a, b)) << a << " " << b;
    EXPECT_TRUE(SameNumber(b, a)) << b << " " << a;
  }
}

TEST(NumberValueTest, DifferentNumbers) {
  for (const auto& [a, b] :
       std::initializer_list<Pair>{{"5", "6"},
                                   {"7.5", "75"},
                                   {"007", "7"},
                                   {"2020-10-12", "2020-12-10"},
                                   {"2020-10-12", "20201012"},
                                   {"1,234", "123.4"},
                                   {"1,234.56", "123,456"},
                                   {"1,000", "1"},
                                   {"1,000", "10,00"},
                                   {"0.123", "0123"},
                                   {"0.123", "123"},
                                   {"5:30", "5:31"},
                                   {"5:30", "530"},
                                   {"5:30", "5/30"},
                                   {"1/2", "2/1"},
                                   {"3/4", "3.4"},
                                   {"7.50", "7.5"},
                                   {"345", "354"},
                                   {"12.10.2020", "10.12.2020"},
                                   {"+34 912 345 678", "+34 912 345 679"}}) {
    EXPECT_FALSE(SameNumber(a, b)) << a << " " << b;
    EXPECT_FALSE(SameNumber(b, a)) << b << " " << a;
  }
}

TEST(NumberValueTest, ThousandsInWords) {
  EXPECT_TRUE(SameNumber("17 mil 280", "17.280"));
  EXPECT_TRUE(SameNumber("2 mil 5", "2005"));
  EXPECT_FALSE(SameNumber("2 mil 5", "25"));
  EXPECT_EQ(InDigits("2 mil 50"), "2050");
  EXPECT_EQ(InDigits("2,050"), "2,050");
}

TEST(NumberValueTest, ASignCounts) {
  EXPECT_TRUE(SameNumber("-5", "−5"));
  EXPECT_TRUE(SameNumber("-1,234.5", "−1.234,5"));
  EXPECT_FALSE(SameNumber("-5", "5"));
  EXPECT_EQ(MinusLength("-5"), 1);
  EXPECT_EQ(MinusLength("−5"), 3);
  EXPECT_EQ(MinusLength("5-3"), 0);
  EXPECT_EQ(MinusLength(""), 0);
}

TEST(NumberValueTest, NumbersHaveAtMostTwoKeys) {
  for (const std::string_view number :
       {"1", "1,234", "1.234", "5.30", "12.34.56", "1:2:3", "+1 2 3", "", "x",
        ",", "1,2,3,4", "1.", ".1", "\xff"}) {
    const std::size_t count = NumberKeys(number).size();
    EXPECT_GE(count, 1u) << number;
    EXPECT_LE(count, 2u) << number;
  }
}

}  // namespace
}  // namespace interpres
