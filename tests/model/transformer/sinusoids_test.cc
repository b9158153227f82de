#include "model/transformer/sinusoids.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace interpres {
namespace {

// "Attention Is All You Need", section 3.5: column 2i is a sine, column 2i + 1
// a cosine. Ours are the same columns, sines first.
double PaperPosition(int64_t position, int64_t column, int64_t width) {
  const int64_t i = column / 2;
  const double angle = static_cast<double>(position) /
                       std::pow(10000.0, 2.0 * static_cast<double>(i) /
                                             static_cast<double>(width));
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

TEST(SinusoidsTest, EqualThePaperUpToTheOrderOfColumns) {
  constexpr int64_t kPositions = 300;
  for (const int64_t width : {2, 6, 64, 512}) {
    const AlignedBuffer<float> table =
        MakeSinusoids(PositionFormula::kPaper, {.count = kPositions}, width);
    ASSERT_EQ(table.size(), kPositions * width);
    for (int64_t position = 0; position < kPositions; ++position) {
      for (int64_t column = 0; column < width; ++column) {
        const int64_t ours = column / 2 + (column % 2 == 0 ? 0 : width / 2);
        ASSERT_NEAR(table[position * width + ours],
                    PaperPosition(position, column, width), 1e-6)
            << "position " << position << ", column " << column;
      }
    }
  }
}

// Values worked out by hand, for a width of 4: angles p and p / 100.
TEST(SinusoidsTest, KnownValues) {
  const AlignedBuffer<float> table =
      MakeSinusoids(PositionFormula::kPaper, {.count = 3}, 4);
  EXPECT_EQ(table[0], 0.0f);
  EXPECT_EQ(table[2], 1.0f);
  EXPECT_NEAR(table[2 * 4 + 0], 0.9092974f, 1e-6f);   // sin 2
  EXPECT_NEAR(table[2 * 4 + 1], 0.0199987f, 1e-6f);   // sin 0.02
  EXPECT_NEAR(table[2 * 4 + 2], -0.4161468f, 1e-6f);  // cos 2
  EXPECT_NEAR(table[2 * 4 + 3], 0.9998000f, 1e-6f);   // cos 0.02
}

// Marian's wavelengths reach 10000 in the last channel: angles p, p / 100 and
// p / 10000 for a width of 6.
TEST(SinusoidsTest, MariansLastWavelengthIs10000) {
  const AlignedBuffer<float> table =
      MakeSinusoids(PositionFormula::kMarian, {.count = 3}, 6);
  const float* row = table.data() + 2 * 6;
  EXPECT_NEAR(row[0], 0.9092974f, 1e-6f);   // sin 2
  EXPECT_NEAR(row[1], 0.0199987f, 1e-6f);   // sin 0.02
  EXPECT_NEAR(row[2], 0.0002f, 1e-6f);      // sin 0.0002
  EXPECT_NEAR(row[3], -0.4161468f, 1e-6f);  // cos 2
  EXPECT_NEAR(row[4], 0.9998000f, 1e-6f);   // cos 0.02
  EXPECT_NEAR(row[5], 1.0f, 1e-6f);         // cos 0.0002
}

TEST(SinusoidsTest, MariansFormulaHasAValueForOneChannel) {
  const AlignedBuffer<float> table =
      MakeSinusoids(PositionFormula::kMarian, {.count = 3}, 2);
  EXPECT_NEAR(table[4], 0.9092974f, 1e-6f);  // sin 2
}

}  // namespace
}  // namespace interpres
