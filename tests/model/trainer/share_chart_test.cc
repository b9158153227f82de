#include "model/trainer/share_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ShareChartTest, BarsAreAsLongAsTheShares) {
  const std::string chart = FormatShareChart(
      {{"embeddings", 3000000}, {"layer norms", 1000000}}, 3999999);
  // The largest share ends at 480, and a third of it at a third of the way.
  EXPECT_THAT(chart,
              AllOf(HasSubstr("width=\"290.0\""), HasSubstr("width=\"96.7\""),
                    HasSubstr(">3,000,000  (75.0 %)</text>"),
                    HasSubstr(">1,000,000  (25.0 %)</text>"),
                    HasSubstr("checkpoint's 4,000,000 numbers"),
                    HasSubstr("network has 3,999,999 parameters")));
}

TEST(ShareChartTest, EscapesGroups) {
  const std::string chart = FormatShareChart({{"<i>", 12}}, 12);
  EXPECT_THAT(chart, AllOf(HasSubstr("&lt;i&gt;: 12"), HasSubstr("(100.0 %)"),
                           Not(HasSubstr("<i>")), Not(HasSubstr("nan"))));
}

}  // namespace
}  // namespace interpres
