#include "model/document/aligned_regions.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;

const std::vector<Atom> kAtoms = {{{2, 4}, AtomKind::kNumber},
                                  {{6, 9}, AtomKind::kNumber},
                                  {{10, 11}, AtomKind::kNumber}};

TEST(AlignedRegionsTest, RegionsAreTheLongestRuns) {
  const AlignedText text = {.text = "0123456789abcdef",
                            .alignment = {{{0, 1}, {2, 3}},
                                          {{1, 2}, {0, 1}},
                                          {{2, 3}, {2, 3}},
                                          {{4, 6}, {3, 4}},
                                          {{6, 8}, {6, 9}}}};
  EXPECT_THAT(RegionsOf(kAtoms, text),
              ElementsAre(ByteSpan{2, 6}, ByteSpan{6, 8}, ByteSpan{0, 0}));
}

TEST(AlignedRegionsTest, KnowsTheSourceOfAPart) {
  const AlignedText text = {
      .text = "0123456789",
      .alignment = {{{0, 2}, {2, 3}}, {{2, 4}, {3, 4}}, {{6, 8}, {6, 9}}}};
  EXPECT_TRUE(IsAlignedOnlyTo(text, {0, 4}, {2, 4}));
  EXPECT_TRUE(IsAlignedOnlyTo(text, {0, 6}, {2, 4}));
  EXPECT_FALSE(IsAlignedOnlyTo(text, {0, 7}, {2, 4}));
  EXPECT_TRUE(IsAligned(text, {3, 5}));
  EXPECT_FALSE(IsAligned(text, {4, 6}));
  EXPECT_FALSE(IsAligned(text, {8, 10}));
}

TEST(AlignedRegionsTest, ReadsAtMost64Elements) {
  for (const int64_t count : {64, 65}) {
    AlignedText text = {.text = std::string(count, 'x')};
    for (int64_t i = 0; i < count; ++i) {
      text.alignment.push_back({{i, i + 1}, {0, 1}});
    }
    EXPECT_EQ(IsAlignedOnlyTo(text, {0, count}, {0, 1}), count == 64);
  }
}

TEST(AlignedRegionsTest, FindsTheNearestAnchorBefore) {
  SourceAnchors anchors;
  anchors.Add({5, 8}, {3, 6});
  anchors.Add({0, 4}, {0, 2});
  anchors.Add({9, 12}, {3, 6});
  anchors.Sort();
  EXPECT_EQ(anchors.Before(1), -1);
  EXPECT_EQ(anchors.Before(2), 4);
  EXPECT_EQ(anchors.Before(5), 4);
  EXPECT_EQ(anchors.Before(6), 12);
}

}  // namespace
}  // namespace interpres
