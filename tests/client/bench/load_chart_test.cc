#include "client/bench/load_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

int Count(std::string_view text, std::string_view part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++count;
  }
  return count;
}

// Requests of one second each tenth; every third is refused.
LoadReport SomeReport(int requests) {
  LoadReport report;
  report.seconds = 10.0;
  for (int i = 0; i < requests; ++i) {
    const bool refused = i % 3 == 2;
    const double latency = 5.0 + i % 7;
    report.samples.push_back({.due_s = 10.0 * i / requests,
                              .latency_ms = latency,
                              .code = refused
                                          ? absl::StatusCode::kResourceExhausted
                                          : absl::StatusCode::kOk});
    if (!refused) {
      report.latencies_ms.push_back(latency);
    }
  }
  std::sort(report.latencies_ms.begin(), report.latencies_ms.end());
  return report;
}

TEST(FormatLoadChartTest, DrawsCurvesHistogramAndRates) {
  const std::string svg = FormatLoadChart("a <run> & more", SomeReport(1000));
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("a &lt;run&gt; &amp; more"));
  EXPECT_EQ(Count(svg, "stroke-width=\"1.5\""), 2);  // median and tail
  // A hundred intervals. Every interval has both kinds.
  EXPECT_EQ(Count(svg, "fill=\"#2ca02c\"/>"), 100);
  EXPECT_EQ(Count(svg, "fill=\"#ff9f1c\"/>"), 100);
  EXPECT_EQ(Count(svg, "fill=\"#7f0000\"/>"), 0);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(FormatLoadChartTest, ManyRequestsStayASmallPicture) {
  EXPECT_LT(FormatLoadChart("x", SomeReport(100'000)).size(), 80'000U);
}

TEST(FormatLoadChartTest, DrawsTheSeriesThatExist) {
  for (const int requests : {0, 1, 2, 3}) {
    const std::string svg = FormatLoadChart("x", SomeReport(requests));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
  }
  EXPECT_THAT(FormatLoadChart("x", {}), HasSubstr("no request was measured"));
  LoadReport refused;
  refused.seconds = 1.0;
  refused.samples = {{.due_s = 0.5,
                      .latency_ms = 1.0,
                      .code = absl::StatusCode::kUnavailable}};
  EXPECT_EQ(Count(FormatLoadChart("x", refused), "fill=\"#7f0000\"/>"), 1);
}

}  // namespace
}  // namespace interpres
