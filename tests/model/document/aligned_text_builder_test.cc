#include "model/document/aligned_text_builder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

using testing::ElementsAre;

TEST(AlignedTextBuilderTest, KeepsTheAlignment) {
  const AlignedText original = {
      .text = "ab cd ef",
      .alignment = {{{0, 2}, {0, 1}}, {{3, 5}, {1, 2}}, {{6, 8}, {2, 3}}}};
  AlignedTextBuilder builder(original);
  builder.CopyTo(3);
  builder.AppendAligned("XYZ", {7, 9});
  builder.SkipTo(5);
  builder.Append("-");
  builder.CopyTo(7);
  builder.Append("|");
  builder.CopyTo(8);
  const AlignedText result = builder.Take();
  EXPECT_EQ(result.text, "ab XYZ- e|f");
  EXPECT_THAT(
      result.alignment,
      ElementsAre(AlignedSpan{{0, 2}, {0, 1}}, AlignedSpan{{3, 6}, {7, 9}},
                  AlignedSpan{{8, 9}, {2, 3}}, AlignedSpan{{10, 11}, {2, 3}}));
}

TEST(AlignedTextBuilderTest, RemovesElementsThatAreNotValid) {
  const AlignedText text = {.text = "aé b",
                            .alignment = {{{-1, 1}, {0, 1}},
                                          {{0, 1}, {0, 9}},
                                          {{0, 1}, {1, 1}},
                                          {{0, 1}, {0, 1}},
                                          {{0, 3}, {0, 1}},
                                          {{1, 2}, {0, 1}},
                                          {{3, 3}, {0, 1}},
                                          {{3, 5}, {1, 2}},
                                          {{4, 9}, {1, 2}}}};
  EXPECT_THAT(
      WithValidAlignment(text, 2).alignment,
      ElementsAre(AlignedSpan{{0, 1}, {0, 1}}, AlignedSpan{{3, 5}, {1, 2}}));
}

}  // namespace
}  // namespace interpres
