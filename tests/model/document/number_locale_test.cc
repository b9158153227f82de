#include "model/document/number_locale.h"

#include "gtest/gtest.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

TEST(NumberLocaleTest, WritesTheMarksOfTheLanguage) {
  EXPECT_EQ(LocalizeNumber("1,234.5", "en", "de"), "1.234,5");
  EXPECT_EQ(LocalizeNumber("1.234,5", "de", "en"), "1,234.5");
  EXPECT_EQ(LocalizeNumber("7.5", "en", "es"), "7,5");
  EXPECT_EQ(LocalizeNumber("7.50", "en", "es"), "7,50");
  EXPECT_EQ(LocalizeNumber("1.234", "en", "de"), "1,234");
  EXPECT_EQ(LocalizeNumber("1.234", "de", "en"), "1,234");
  EXPECT_EQ(LocalizeNumber("1,234,567", "", "de"), "1.234.567");
  EXPECT_EQ(LocalizeNumber("1,234.56", "", "de"), "1.234,56");
  EXPECT_EQ(LocalizeNumber("12,345,678", "en", "hi"), "1,23,45,678");
  EXPECT_EQ(LocalizeNumber("12345.67", "en", "de"), "12345,67");
  EXPECT_EQ(LocalizeNumber("1,234", "en", "es"), "1234");
  EXPECT_EQ(LocalizeNumber("12,345", "en", "fr"), "12\u202f345");
  EXPECT_EQ(LocalizeNumber("12\u202f345", "fr", "en"), "12,345");
}

TEST(NumberLocaleTest, KeepsOtherNumbers) {
  for (const std::string_view number :
       {"1234", "12345", "2020-10-12", "12.10.2020", "5:30", "1/2",
        "+34 912 345 678", "007", "0,123,456", "٣٬٤٥٦", "1,2,3", "12,34,567",
        "1.2.3", "", "x", "1,", ",1", "1,,2", "A4"}) {
    EXPECT_EQ(LocalizeNumber(number, "en", "de"), number);
  }
  EXPECT_EQ(LocalizeNumber("1,234", "", "de"), "1,234");
  EXPECT_EQ(LocalizeNumber("1,234.5", "en", ""), "1,234.5");
}

TEST(NumberLocaleTest, AcceptsAnyLanguageCode) {
  for (const char* code : {"", "x", "zz-ZZ", "en_US", "not a code", "\xff"}) {
    EXPECT_FALSE(LocalizeNumber("1,234.5", code, code).empty()) << code;
  }
}

TEST(NumberLocaleTest, ASignStays) {
  EXPECT_EQ(LocalizeNumber("-1,234.5", "en", "de"), "-1.234,5");
  EXPECT_EQ(LocalizeNumber("−7.5", "en", "es"), "−7,5");
  EXPECT_EQ(LocalizeNumber("-7", "en", "es"), "-7");
}

TEST(NumberLocaleTest, ResultsAreTheSameNumber) {
  for (const char* language : {"de", "es", "fr", "en", "pt", "it", "de-CH"}) {
    for (const std::string_view number :
         {"1,234.5", "7.5", "12,345", "1,234,567.89", "0.5"}) {
      EXPECT_TRUE(SameNumber(number, LocalizeNumber(number, "en", language)))
          << number << " " << language;
    }
  }
}

}  // namespace
}  // namespace interpres
