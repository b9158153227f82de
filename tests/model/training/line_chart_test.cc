#include "model/training/line_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(LineChartTest, PutsPointsWhereTheAxesSay) {
  const std::string chart = FormatLineChart(
      {.title = "T", .value_label = "v", .starts_at_zero = true},
      {{"a", {{0, 0.0}, {50, 5.0}, {100, 10.0}}}});
  // From (68, 250) to the right end at 5/105 below the top.
  EXPECT_THAT(chart, HasSubstr("points=\"68.0,250.0 344.0,136.7 620.0,23.3\""));
  EXPECT_THAT(chart, AllOf(HasSubstr(">update</text>"), HasSubstr(">v</text>"),
                           HasSubstr(">100</text>"), HasSubstr(">10</text>"),
                           HasSubstr("<figcaption>T</figcaption>")));
}

TEST(LineChartTest, LeavesOutWhatCannotBeDrawn) {
  EXPECT_EQ(FormatLineChart({.title = "T"}, {}), "");
  EXPECT_EQ(FormatLineChart({.title = "T"}, {{"a", {}}}), "");
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(FormatLineChart({.title = "T"}, {{"a", {{1, infinity}}}}), "");
  const std::string chart = FormatLineChart(
      {.title = "T"}, {{"none", {}}, {"some", {{1, 2.0}, {2, infinity}}}});
  EXPECT_THAT(chart, AllOf(HasSubstr("some"), Not(HasSubstr("none")),
                           Not(HasSubstr("inf")), Not(HasSubstr("nan"))));
}

TEST(LineChartTest, OnePointAndFlatLinesHaveARange) {
  for (const double value : {0.0, -3.0, 1e-12, 7e9}) {
    for (const bool zero : {false, true}) {
      const std::string chart = FormatLineChart(
          {.title = "T", .starts_at_zero = zero}, {{"a", {{0, value}}}});
      EXPECT_THAT(chart, AllOf(HasSubstr("<circle"), Not(HasSubstr("nan")),
                               Not(HasSubstr("inf"))))
          << value;
    }
  }
}

TEST(LineChartTest, ScoresOfNothingButZeroStandOnAScaleToOne) {
  const std::string chart = FormatLineChart(
      {.title = "T", .starts_at_zero = true}, {{"a", {{0, 0.0}, {9, 0.0}}}});
  EXPECT_THAT(chart, AllOf(HasSubstr(">1</text>"), Not(HasSubstr("e-"))));
}

TEST(LineChartTest, ThinsLongSeriesByMeans) {
  Curve curve;
  for (int64_t i = 0; i < 4 * kMaxChartPoints; ++i) {
    curve[i] = i % 4 == 0 ? 4.0 : 0.0;  // every mean of four is 1
  }
  const std::string chart =
      FormatLineChart({.title = "T", .starts_at_zero = true}, {{"a", curve}});
  const std::size_t begin = chart.find("points=\"");
  const std::string points =
      chart.substr(begin, chart.find('>', begin) - begin);
  EXPECT_EQ(std::count(points.begin(), points.end(), ','), kMaxChartPoints);
  // 250 - 1 / (1.05 * 4) * 238.
  EXPECT_THAT(points, AllOf(HasSubstr(",193.3 "), Not(HasSubstr(",250.0"))));
}

TEST(LineChartTest, MarksSessionsInsideTheRun) {
  const std::vector<ChartSeries> series = {{"a", {{10, 1.0}, {20, 2.0}}}};
  const auto marks = [&](std::vector<int64_t> at) {
    const std::string chart =
        FormatLineChart({.title = "T", .marks = std::move(at)}, series);
    std::size_t count = 0;
    for (std::size_t i = chart.find("\"mark\""); i != std::string::npos;
         i = chart.find("\"mark\"", i + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(marks({0, 10, 20, 30}), 2U);
  EXPECT_EQ(marks({}), 0U);
}

TEST(LineChartTest, TwelveSeriesCanBeToldApart) {
  std::vector<ChartSeries> series;
  std::set<std::string> styles;
  for (int i = 0; i < 12; ++i) {
    const std::string name(1, static_cast<char>('a' + i));
    series.push_back({name, {{1, 1.0}, {2, 2.0}}});
    const std::string chart = FormatLineChart({.title = "T"}, series);
    const std::size_t end = chart.find("\"></i>" + name + " ");
    ASSERT_NE(end, std::string::npos);
    const std::size_t begin = chart.rfind("key ", end) + 4;
    const std::string style = chart.substr(begin, end - begin);
    EXPECT_THAT(
        chart, HasSubstr(absl::StrCat("<polyline class=\"line ", style, "\"")));
    styles.insert(style);
  }
  EXPECT_EQ(styles.size(), 12U);
}

TEST(LineChartTest, EscapesText) {
  EXPECT_THAT(FormatLineChart({.title = "<T>", .value_label = "<v>"},
                              {{"<s>", {{1, 1.0}}}}),
              AllOf(Not(HasSubstr("<T>")), Not(HasSubstr("<v>")),
                    Not(HasSubstr("<s>"))));
}

}  // namespace
}  // namespace interpres
