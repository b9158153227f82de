#include "model/base/chart_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace interpres {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ChartAxisTest, MapsValuesToPositions) {
  const ChartAxis x = {.low = -1.0, .high = 1.0, .from = 10.0, .to = 30.0};
  EXPECT_DOUBLE_EQ(x.At(-1.0), 10.0);
  EXPECT_DOUBLE_EQ(x.At(0.5), 25.0);
  EXPECT_DOUBLE_EQ(x.At(7.0), 30.0) << "beyond the end";
  const ChartAxis y = {.low = 0.0, .high = 4.0, .from = 100.0, .to = 20.0};
  EXPECT_DOUBLE_EQ(y.At(1.0), 80.0) << "upward";
}

TEST(ChartAxisTest, MapsLogarithms) {
  const ChartAxis axis = {
      .low = 1.0, .high = 100.0, .from = 0.0, .to = 8.0, .logarithmic = true};
  EXPECT_DOUBLE_EQ(axis.At(1.0), 0.0);
  EXPECT_DOUBLE_EQ(axis.At(10.0), 4.0);
  EXPECT_DOUBLE_EQ(axis.At(0.0), 0.0);
}

TEST(LinearTicksTest, TicksAreRound) {
  EXPECT_THAT(LinearTicks(0.0, 10.0), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(LinearTicks(1.3, 4.1), ElementsAre(2, 3, 4));
  EXPECT_THAT(LinearTicks(-0.05, 0.05),
              ElementsAre(DoubleEq(-0.04), DoubleEq(-0.02), 0, DoubleEq(0.02),
                          DoubleEq(0.04)));
  EXPECT_THAT(LinearTicks(0.0, 100000.0),
              ElementsAre(0, 20000, 40000, 60000, 80000, 100000));
  EXPECT_THAT(LinearTicks(3.0, 3.0), ElementsAre(3));
  EXPECT_THAT(LinearTicks(1.0, std::nextafter(1.0, 2.0)), ElementsAre(1));
}

TEST(LogarithmicTicksTest, TicksAreOneTwoAndFive) {
  EXPECT_THAT(LogarithmicTicks(0.3, 25.0),
              ElementsAre(DoubleNear(0.5, 1e-12), 1, 2, 5, 10, 20));
  EXPECT_THAT(LogarithmicTicks(5.0, 5.0), ElementsAre(5));
  EXPECT_THAT(LogarithmicTicks(6.0, 9.0), IsEmpty());
}

TEST(SvgTest, WritesElements) {
  EXPECT_EQ(SvgLine(1, 2, 3, 4.25, "class=\"grid\""),
            "<line x1=\"1.0\" y1=\"2.0\" x2=\"3.0\" y2=\"4.2\" "
            "class=\"grid\"/>\n");
  EXPECT_EQ(SvgText(1, 2, "end", "a<b"),
            "<text x=\"1.0\" y=\"2.0\" text-anchor=\"end\">a&lt;b</text>\n");
  EXPECT_EQ(SvgText(1, 2, "end", "a", "fill=\"#333\""),
            "<text x=\"1.0\" y=\"2.0\" text-anchor=\"end\" "
            "fill=\"#333\">a</text>\n");
  EXPECT_EQ(SvgTurnedText(1, 2, -45, "a<b", "fill=\"#333\""),
            "<text transform=\"translate(1.0 2.0) rotate(-45)\" "
            "fill=\"#333\">a&lt;b</text>\n");
}

}  // namespace
}  // namespace interpres
