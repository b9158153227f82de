#include "model/trainer/diverging_colours.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(DivergingColoursTest, TheSidesOfZeroDiffer) {
  EXPECT_EQ(DivergingColour(-1.0), "#8c3b04");
  EXPECT_EQ(DivergingColour(0.0), "#f7f6f3");
  EXPECT_EQ(DivergingColour(1.0), "#123f7a");
  EXPECT_EQ(DivergingColour(2.0), DivergingColour(1.0));
}

TEST(DivergingColoursTest, TextIsWhiteOnDarkColours) {
  EXPECT_TRUE(NeedsWhiteText(-0.9));
  EXPECT_TRUE(NeedsWhiteText(1.0));
  EXPECT_FALSE(NeedsWhiteText(0.5));
}

TEST(DivergingColoursTest, TheLegendBeginsAtItsPlace) {
  const std::string legend = DivergingLegend(60.0, 372.0);
  EXPECT_THAT(legend, HasSubstr("<rect x=\"60.0\" y=\"372.0\" width=\"5.0\""));
  EXPECT_THAT(legend, HasSubstr("<text x=\"60.0\" y=\"396.0\" "
                                "text-anchor=\"middle\">-1</text>"));
  EXPECT_THAT(legend, HasSubstr("x=\"260.0\" y=\"396.0\" "
                                "text-anchor=\"middle\">1</text>"));
  EXPECT_EQ(std::count(legend.begin(), legend.end(), '#'), 40);
}

}  // namespace
}  // namespace interpres
