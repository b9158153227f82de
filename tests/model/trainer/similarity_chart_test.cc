#include "model/trainer/similarity_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {
namespace {

using ::testing::AllOf;
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

TEST(SimilarityChartTest, ShowsEveryNumber) {
  const std::string chart =
      FormatSimilarityChart({.words = {"cat", "dogs"},
                             .pieces = {"\u2581cat", "\u2581dog s"},
                             .cosines = {1.0, -0.25, -0.25, 1.0}});
  EXPECT_EQ(Count(chart, "<rect"), 4 + 40) << "the cells and the legend";
  EXPECT_THAT(chart, HasSubstr("<title>cat, dogs (\u2581dog s): -0.250</title>"
                               "<rect"));
  EXPECT_THAT(chart, HasSubstr("<title>cat, cat: 1.000</title>"));
  EXPECT_EQ(Count(chart, ">-0.25</text>"), 2);
  EXPECT_EQ(Count(chart, ">cat</text>"), 2) << "of the row and of the column";
  EXPECT_EQ(Count(chart, "rotate(-45)"), 2);
}

TEST(SimilarityChartTest, EscapesWords) {
  const std::string chart =
      FormatSimilarityChart({.words = {"<b>&\"", "</svg>"},
                             .pieces = {"<b> &", "</svg>"},
                             .cosines = {1.0, 0.5, 0.5, 1.0}});
  EXPECT_THAT(chart, AllOf(HasSubstr("&lt;b&gt;&amp;&quot; (&lt;b&gt; &amp;)"),
                           Not(HasSubstr("<b>"))));
  EXPECT_EQ(Count(chart, "</svg>"), 1);
}

TEST(SimilarityChartTest, ManyWordsGetSmallCellsWithoutNumbers) {
  const std::vector<std::string> words(64, "word");
  const std::string chart =
      FormatSimilarityChart({.words = words,
                             .pieces = words,
                             .cosines = std::vector<double>(64 * 64, 0.5)});
  EXPECT_EQ(Count(chart, "<title>"), 64 * 64);
  EXPECT_EQ(Count(chart, ">0.50</text>"), 0);
  EXPECT_THAT(chart, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace interpres
