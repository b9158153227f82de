#include "model/document/text_splice.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace interpres {
namespace {

const AlignedText kTranslation = {
    .text = "Uno dos.", .alignment = {{{0, 3}, {0, 3}}, {{4, 7}, {4, 7}}}};

std::string Spliced(const std::vector<SplicedPart>& parts,
                    const std::vector<ByteSpan>& removals = {},
                    SpliceGap gap = SpliceGap::kNatural) {
  return SpliceParts(parts, removals, kTranslation, gap).text;
}

TEST(TextSpliceTest, ReplacesAndInserts) {
  EXPECT_EQ(Spliced({}), "Uno dos.");
  EXPECT_EQ(Spliced({{{4, 7}, "tres", {}}}), "Uno tres.");
  EXPECT_EQ(Spliced({{{0, 0}, "Y", {}}}), "Y Uno dos.");
  EXPECT_EQ(Spliced({{{3, 3}, "y", {}}}), "Uno y dos.");
  EXPECT_EQ(Spliced({{{7, 7}, "y", {}}, {{7, 7}, "tres", {}}}),
            "Uno dos y tres.");
  EXPECT_EQ(Spliced({{{8, 8}, "tres", {}}}), "Uno dos. tres");
  EXPECT_EQ(Spliced({{{0, 0}, "Y", {}}, {{0, 3}, "tres", {}}}), "Y tres dos.");
}

TEST(TextSpliceTest, GapsOfOneKindStandAroundParts) {
  EXPECT_EQ(Spliced({{{4, 7}, "tres", {}}}, {}, SpliceGap::kSpace),
            "Uno tres .");
  EXPECT_EQ(Spliced({{{4, 7}, "tres", {}}}, {}, SpliceGap::kTab),
            "Uno \ttres\t.");
}

TEST(TextSpliceTest, ARemovalTakesOneSpace) {
  EXPECT_EQ(Spliced({}, {{4, 7}}), "Uno.");
  EXPECT_EQ(Spliced({}, {{0, 3}}), "dos.");
  EXPECT_EQ(Spliced({{{7, 7}, "tres", {}}}, {{0, 3}}), "dos tres.");
}

TEST(TextSpliceTest, KeepsTheAlignment) {
  const AlignedText result =
      SpliceParts(std::vector<SplicedPart>{{{0, 3}, "Ninguno", {8, 9}}}, {},
                  kTranslation, SpliceGap::kNatural);
  EXPECT_EQ(result.text, "Ninguno dos.");
  EXPECT_THAT(result.alignment,
              testing::ElementsAre(AlignedSpan{{0, 7}, {8, 9}},
                                   AlignedSpan{{8, 11}, {4, 7}}));
}

}  // namespace
}  // namespace interpres
