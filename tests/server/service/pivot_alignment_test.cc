#include "server/service/pivot_alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int32_t> Through(const std::vector<AlignedPiece>& first,
                             const std::vector<std::string>& pieces) {
  return SourcesThroughPivot(first, pieces);
}

TEST(PivotAlignmentTest, EqualPiecesTakeEachOthersSources) {
  EXPECT_THAT(Through({{"_the", 3}, {"_cat", 1}}, {"_the", "_cat"}),
              ElementsAre(3, 1));
}

TEST(PivotAlignmentTest, APieceTakesTheTokenWithMostOfItsBytes) {
  EXPECT_THAT(
      Through({{"_ca", 1}, {"t", 2}, {"_sleeps", 5}}, {"_c", "at_s", "leeps"}),
      ElementsAre(1, 5, 5));
  EXPECT_THAT(Through({{"ab", 1}, {"cd", 2}}, {"abcd"}), ElementsAre(1));
}

TEST(PivotAlignmentTest, OtherSpellingsInTheMiddleAreMatchedByPlace) {
  // The second vocabulary normalises the middle.
  EXPECT_THAT(Through({{"_a", 1}, {"_xyz", 2}, {"_b", 3}}, {"_a", "_q", "_b"}),
              ElementsAre(1, 2, 3));
  // The second vocabulary drops the middle, or adds one.
  EXPECT_THAT(Through({{"_a", 1}, {"-", 2}, {"_b", 3}}, {"_a", "_b"}),
              ElementsAre(1, 3));
  EXPECT_THAT(Through({{"_a", 1}, {"_b", 3}}, {"_a", "-", "_b"}),
              ElementsAre(1, ::testing::AnyOf(1, 3), 3));
  // Nothing in common.
  EXPECT_THAT(Through({{"ab", 1}, {"cd", 2}}, {"w", "x", "y", "z"}),
              ElementsAre(1, 1, 2, 2));
}

TEST(PivotAlignmentTest, NothingHasNoSources) {
  EXPECT_THAT(Through({}, {"_a"}), IsEmpty());
  EXPECT_THAT(Through({{"", 4}}, {"_a"}), IsEmpty());
  EXPECT_THAT(Through({{"_a", 4}}, {}), IsEmpty());
  EXPECT_THAT(Through({{"_a", 4}}, {"", "_a"}), ElementsAre(4, 4));
  EXPECT_THAT(Through({{"_a", 4}}, {"longer than the text"}), ElementsAre(4));
}

}  // namespace
}  // namespace interpres
