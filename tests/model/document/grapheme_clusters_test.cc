#include "model/document/grapheme_clusters.h"

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Clusters(std::string_view text) {
  const std::vector<int64_t> boundaries = GraphemeBoundaries(text);
  std::vector<std::string> clusters;
  for (std::size_t i = 1; i < boundaries.size(); ++i) {
    clusters.emplace_back(
        text.substr(boundaries[i - 1], boundaries[i] - boundaries[i - 1]));
  }
  return clusters;
}

TEST(GraphemeBoundariesTest, KeepsWhatBelongsTogether) {
  EXPECT_THAT(GraphemeBoundaries(""), ElementsAre(0));
  EXPECT_THAT(Clusters("ab"), ElementsAre("a", "b"));
  EXPECT_THAT(Clusters("q\u0303e"), ElementsAre("q\u0303", "e"));
  EXPECT_THAT(Clusters("👍🏽👍"), ElementsAre("👍🏽", "👍"));
  EXPECT_THAT(Clusters("👩‍🚀!"), ElementsAre("👩‍🚀", "!"));
  EXPECT_THAT(Clusters("🇪🇸🇬🇧"), ElementsAre("🇪🇸", "🇬🇧"));
  EXPECT_THAT(Clusters("1️⃣2"), ElementsAre("1️⃣", "2"));
}

}  // namespace
}  // namespace interpres
