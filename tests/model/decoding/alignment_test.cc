#include "model/decoding/alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/testing/aligned_token.h"

namespace interpres {
namespace {

constexpr SourcePieces kPieces = {.first = 1, .count = 3};

// The attention of one token: [4 layers, 2 heads, 5 source tokens], the source
// being a tag, three pieces and the end symbol.
class Weights {
 public:
  void Set(int layer, int head, const std::vector<float>& row) {
    std::copy(row.begin(), row.end(),
              weights_.begin() + (layer * 2 + head) * 5);
  }

  int32_t Aligned(const SourcePieces& pieces) const {
    return AlignedTokenOf(weights_, {.layers = 4, .heads = 2}, pieces);
  }

 private:
  std::vector<float> weights_ = std::vector<float>(4 * 2 * 5, 0.0f);
};

TEST(AlignedTokenTest, IsTheLargestMeanOfTheHeadsOfTheLastLayerButOne) {
  Weights weights;
  for (const int layer : {0, 1, 3}) {
    for (const int head : {0, 1}) {
      weights.Set(layer, head, {0.0f, 0.0f, 1.0f, 0.0f, 0.0f});
    }
  }
  // The first head alone would take piece 1, the mean takes piece 3.
  weights.Set(2, 0, {0.0f, 0.5f, 0.1f, 0.4f, 0.0f});
  weights.Set(2, 1, {0.0f, 0.1f, 0.1f, 0.4f, 0.4f});
  EXPECT_EQ(weights.Aligned(kPieces), 3);
}

TEST(AlignedTokenTest, IsNeitherTheTagNorTheEndSymbol) {
  Weights weights;
  weights.Set(2, 0, {0.5f, 0.0f, 0.1f, 0.0f, 0.4f});
  EXPECT_EQ(weights.Aligned(kPieces), 2);
  EXPECT_EQ(weights.Aligned({.first = 0, .count = 4}), 0)
      << "without a tag the first is a piece";
  EXPECT_EQ(weights.Aligned({.first = 0, .count = 5}), 0);
  EXPECT_EQ(weights.Aligned({.first = 3, .count = 1}), 3);
}

TEST(AlignedTokenTest, TakesTheFirstOfEquals) {
  Weights weights;
  weights.Set(2, 1, {0.2f, 0.2f, 0.2f, 0.2f, 0.2f});
  EXPECT_EQ(weights.Aligned(kPieces), 1);
}

TEST(AlignedTokenTest, ShallowDecodersAlignInTheLastLayer) {
  EXPECT_EQ(AlignmentLayer(1), 0);
  EXPECT_EQ(AlignmentLayer(2), 1);
  EXPECT_EQ(AlignmentLayer(3), 2);
  EXPECT_EQ(AlignmentLayer(4), 2);
  EXPECT_EQ(AlignmentLayer(6), 4);
}

TEST(AlignedTokenTest, OneLayerAndNoPieces) {
  const std::vector<float> two_pieces = {0.1f, 0.6f, 0.3f};
  EXPECT_EQ(AlignedToken(two_pieces, {.first = 0, .count = 2}), 1);
  const std::vector<float> tag_and_end = {0.9f, 0.1f};
  EXPECT_EQ(AlignedToken(tag_and_end, {.first = 1, .count = 0}), 1);
  const std::vector<float> end = {1.0f};
  EXPECT_EQ(AlignedToken(end, {.first = 1, .count = 0}), 0);
}

TEST(AlignedEndTest, IsTheTokenAfterThePieces) {
  EXPECT_EQ(AlignedEnd(5, kPieces), 4);
  EXPECT_EQ(AlignedEnd(6, kPieces), 4);
  EXPECT_EQ(AlignedEnd(4, kPieces), 3) << "the source ends with its pieces";
  EXPECT_EQ(AlignedEnd(5, {.first = INT32_MAX, .count = INT32_MAX}), 4);
}

}  // namespace
}  // namespace interpres
