#include "model/trainer/position_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_cat.h"
#include "model/trainer/diverging_colours.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// The colour of the cell that begins at `cell`, for example "M0 1v".
std::string ColourOf(const std::string& chart, const std::string& cell) {
  const std::size_t at = chart.find(cell);
  if (at == std::string::npos) {
    return "no cell";
  }
  const std::size_t fill = chart.rfind("fill=\"", at) + 6;
  return chart.substr(fill, 7);
}

// The colour of the nearest of the 32 levels.
std::string Level(double value) {
  return DivergingColour(std::lround(value * 32) / 32.0);
}

TEST(PositionChartTest, CellsHaveTheColoursOfTheFormula) {
  const std::string chart = FormatPositionChart(PositionFormula::kPaper, 3, 4);
  // Columns: sin(p), sin(p / 100), cos(p), cos(p / 100).
  EXPECT_EQ(ColourOf(chart, "M0 0v1h1v-1z"), Level(0.0));
  EXPECT_EQ(ColourOf(chart, "M0 1v1h1v-1z"), Level(std::sin(1.0)));
  EXPECT_EQ(ColourOf(chart, "M0 2v1h1v-1z"), Level(std::sin(2.0)));
  EXPECT_EQ(ColourOf(chart, "M2 2v1h1v-1z"), Level(std::cos(2.0)));
  // Positions 0 to 2 look alike in the slow channels: one rectangle.
  EXPECT_EQ(ColourOf(chart, "M3 0v3h1v-3z"), Level(1.0));
}

TEST(PositionChartTest, SaysWhatItShows) {
  const std::string chart =
      FormatPositionChart(PositionFormula::kPaper, 100, 256);
  EXPECT_THAT(chart,
              AllOf(HasSubstr("<figcaption>Positional encoding</figcaption>"),
                    HasSubstr(">channel</text>"), HasSubstr(">position</text>"),
                    HasSubstr(">200</text>"), HasSubstr(">80</text>"),
                    HasSubstr("sin(p / 10000<sup>2i/256</sup>)"),
                    HasSubstr("Vaswani et al. 2017"), HasSubstr(">-1</text>"),
                    // 560 by 308 units for 256 channels and 100 positions.
                    HasSubstr("translate(60 12) scale(2.187500 3.080000)"),
                    Not(HasSubstr("is drawn")), Not(HasSubstr("nan"))));
}

TEST(PositionChartTest, ShowsMariansFormula) {
  const std::string chart = FormatPositionChart(PositionFormula::kMarian, 3, 4);
  // Columns: sin(p), sin(p / 10000), cos(p), cos(p / 10000).
  EXPECT_EQ(ColourOf(chart, "M0 2v1h1v-1z"), Level(std::sin(2.0)));
  EXPECT_EQ(ColourOf(chart, "M1 0v3h1v-3z"), Level(0.0));
  EXPECT_THAT(chart, HasSubstr("sin(p / 10000<sup>i/1</sup>)"));
}

TEST(PositionChartTest, AWideModelIsThinned) {
  const std::string chart =
      FormatPositionChart(PositionFormula::kPaper, 8, 1536);
  EXPECT_THAT(chart, HasSubstr("One of 3 channels is drawn."));
  EXPECT_THAT(chart, HasSubstr("M511 0v"));
  EXPECT_THAT(chart, Not(HasSubstr("M512 0v")));
}

TEST(PositionChartTest, StaysSmall) {
  EXPECT_LT(FormatPositionChart(PositionFormula::kPaper, 128, 512).size(),
            900'000U);
}

}  // namespace
}  // namespace interpres
