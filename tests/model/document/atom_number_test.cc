#include "model/document/atom_number.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

using testing::ElementsAre;

TEST(AtomNumberTest, FindsNumbers) {
  ExpectAtoms(AtomKind::kNumber, {{"42", ""},
                                  {"007", ""},
                                  {"7.5", ""},
                                  {"1,234.56", ""},
                                  {"1.234,56", ""},
                                  {"1 234 567", ""},
                                  {"1\u00a0234", ""},
                                  {"1\u202f234,5", ""},
                                  {"1\u2009234", ""},
                                  {"1'234", ""},
                                  {"1’234.50", ""},
                                  {"12,34,567", ""},
                                  {"2020-10-12", ""},
                                  {"10/12/2020", ""},
                                  {"12.10.2020.", "12.10.2020"},
                                  {"5:30", ""},
                                  {"17:30:05", ""},
                                  {"17h30", ""},
                                  {"+34 912 345 678", ""},
                                  {"+1 (555) 123-4567", ""},
                                  {"(555) 123-4567", ""},
                                  {"call 555-1234", "555-1234"},
                                  {"1-800-555-1234", ""},
                                  {"1/2", ""},
                                  {"24/7", ""},
                                  {"17 mil 280 millones", "17 mil 280"},
                                  {"4111 1111 1111 1111", ""},
                                  {"4111-1111-1111-1111", ""},
                                  {"25 mil pesos", "25"},
                                  {"25 mil 1.5", "25"},
                                  {"1 234 mil 5", "1 234"},
                                  {"٣٤٥", ""},
                                  {"१२", ""},
                                  {"$5", "5"},
                                  {"5 %", "5"},
                                  {"-3", ""},
                                  {"−3.5", ""},
                                  {"(-1,234.5)", "-1,234.5"},
                                  {"x=-7", "-7"},
                                  {"It was -5 °C.", "-5"},
                                  {"-0.5%", "-0.5"},
                                  {"-5-3", "-5"},
                                  {"€1,000", "1,000"},
                                  {"10km", "10"},
                                  {"COVID-19", "19"},
                                  {"mp3", "3"},
                                  {"#1", "1"},
                                  {"在2020年", "2020"}});
}

TEST(AtomNumberTest, OtherTextsHaveNoNumbers) {
  ExpectNoAtoms(
      AtomKind::kNumber,
      {"1st", "22nd", "3rd",     "4th",   "11TH",        "1990s", "90s", "2º",
       "3ª",  "1er",  "2.º",     "19e",   "1-й",         "two",   "",    "IV",
       "½",   "x",    "1,000th", "1.2.3", "192.168.0.1", "v1.2",  "%1$s"});
}

TEST(AtomNumberTest, ChineseJapaneseAndKoreanWriteMonthsAndPartsOfNumbers) {
  const auto find = [](std::string_view text) {
    return FoundAtoms(text, AtomKind::kNumber);
  };
  EXPECT_THAT(find("2020年12月25日"), ElementsAre("2020", "25"));
  EXPECT_THAT(find("12월 25일"), ElementsAre("25"));
  EXPECT_THAT(find("5か月と5个月"), ElementsAre("5", "5"));
  EXPECT_THAT(find("3万人"), ElementsAre("3"));
  EXPECT_THAT(find("1億2000万円"), testing::IsEmpty());
  EXPECT_THAT(find("1억 2,000만 원"), testing::IsEmpty());
  EXPECT_THAT(find("3백만 5천 원"), testing::IsEmpty());
  EXPECT_THAT(find("1億5千万2000円"), testing::IsEmpty());
  EXPECT_THAT(find("2万 3万 5万"), ElementsAre("2", "3", "5"));
  EXPECT_THAT(find("万 5"), ElementsAre("5"));
  EXPECT_THAT(find("3万 a 5"), ElementsAre("3", "5"));
}

TEST(AtomNumberTest, AMarkBetweenWordsOrNumbersIsNoSign) {
  const auto find = [](std::string_view text) {
    return FoundAtoms(text, AtomKind::kNumber);
  };
  EXPECT_THAT(find("10 -12"), ElementsAre("10", "12"));
  EXPECT_THAT(find("5% -10%"), ElementsAre("5", "10"));
  EXPECT_THAT(find("10−12"), ElementsAre("10", "12"));
  EXPECT_THAT(find("3 - 5"), ElementsAre("3", "5"));
  EXPECT_THAT(find("COVID-19 -2"), ElementsAre("19", "2"));
  EXPECT_THAT(find("--3 :-3 a-3"), ElementsAre("3", "3", "3"));
  EXPECT_THAT(find("de -10 a −5 grados"), ElementsAre("-10", "−5"));
  EXPECT_THAT(find("-1st"), testing::IsEmpty());
}

TEST(AtomNumberTest, RangesAndListsAreSeveralNumbers) {
  const auto find = [](std::string_view text) {
    return FoundAtoms(text, AtomKind::kNumber);
  };
  EXPECT_THAT(find("10-12"), ElementsAre("10", "12"));
  EXPECT_THAT(find("2010–2012"), ElementsAre("2010", "2012"));
  EXPECT_THAT(find("476-1453"), ElementsAre("476", "1453"));
  EXPECT_THAT(find("100-1000"), ElementsAre("100", "1000"));
  EXPECT_THAT(find("1, 2, 3"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(find("1,2,3"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(find("12 34"), ElementsAre("12", "34"));
  EXPECT_THAT(find("1234 567"), ElementsAre("1234", "567"));
  EXPECT_THAT(find("B2B 3D"), ElementsAre("3"));
  EXPECT_THAT(find("5-10 km, 3.5 m"), ElementsAre("5", "10", "3.5"));
  EXPECT_THAT(find("2020-10-12T17:30:05Z"),
              ElementsAre("2020-10-12", "17:30:05"));
}

}  // namespace
}  // namespace interpres
