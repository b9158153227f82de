#include "model/markup/text_units.h"

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;

std::vector<std::string> Units(std::string_view text,
                               const UnitMarks& marks = {}) {
  std::vector<std::string> units;
  for (const TextUnit& unit : DivideIntoUnits(text, marks)) {
    units.emplace_back(BytesOf(text, unit.span));
  }
  return units;
}

TEST(TextUnitsTest, WordsAndMarks) {
  EXPECT_THAT(Units("It's 3.5 well-known, e.g. (x)."),
              ElementsAre("It's", "3.5", "well-known", ",", "e.g", ".", "(",
                          "x", ")", "."));
  EXPECT_THAT(Units("我的 house。"), ElementsAre("我", "的", "house", "。"));
  EXPECT_THAT(Units(""), ElementsAre());
}

TEST(TextUnitsTest, CutsDivideWords) {
  EXPECT_THAT(Units("H2O now", {.cuts = {0, 1, 2, 3, 5}}),
              ElementsAre("H", "2", "O", "n", "ow"));
  const auto units = DivideIntoUnits("a H2O", {.cuts = {3}});
  EXPECT_EQ(units[2].first_of_word, 1);
}

TEST(TextUnitsTest, MarkedWordsAreUnits) {
  EXPECT_THAT(Units("a%1$s, {{x y}}.", {.words = {{1, 5}, {7, 14}}}),
              ElementsAre("a", "%1$s", ",", "{{x y}}", "."));
  EXPECT_THAT(Units("a %1$s", {.cuts = {4}, .words = {{2, 6}}}),
              ElementsAre("a", "%1", "$s"));
}

}  // namespace
}  // namespace interpres
