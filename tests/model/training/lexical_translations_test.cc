#include "model/training/lexical_translations.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace interpres {
namespace {

using Ids = std::vector<int32_t>;
using Table = std::vector<std::vector<LexicalTranslation>>;

float Probability(const Table& table, int32_t source, int32_t target) {
  for (const LexicalTranslation& translation : table[source]) {
    if (translation.target == target) {
      return translation.probability;
    }
  }
  return -1.0f;
}

// The example of Koehn, "Statistical Machine Translation" (2010), figure 4.4:
// das Haus / the house, das Buch / the book, ein Buch / a book.
class KoehnExampleTest : public testing::Test {
 protected:
  enum Word : int32_t { kDas, kHaus, kBuch, kEin };
  enum English : int32_t { kThe, kHouse, kBook, kA };

  Table Learn(int32_t iterations) const {
    const TokenSpans pairs[] = {{source_[0], target_[0]},
                                {source_[1], target_[1]},
                                {source_[2], target_[2]}};
    return LearnLexicalTranslations(pairs, 5, iterations);
  }

  const Ids source_[3] = {{kDas, kHaus}, {kDas, kBuch}, {kEin, kBuch}};
  const Ids target_[3] = {{kThe, kHouse}, {kThe, kBook}, {kA, kBook}};
};

TEST_F(KoehnExampleTest, HasThePublishedProbabilities) {
  const Table first = Learn(1);
  EXPECT_NEAR(Probability(first, kDas, kThe), 0.5, 1e-4);
  EXPECT_NEAR(Probability(first, kDas, kBook), 0.25, 1e-4);
  EXPECT_NEAR(Probability(first, kHaus, kHouse), 0.5, 1e-4);
  const Table second = Learn(2);
  EXPECT_NEAR(Probability(second, kDas, kThe), 0.6364, 1e-4);
  EXPECT_NEAR(Probability(second, kHaus, kThe), 0.4286, 1e-4);
  EXPECT_NEAR(Probability(second, kHaus, kHouse), 0.5714, 1e-4);
  EXPECT_NEAR(Probability(second, kBuch, kBook), 0.6364, 1e-4);
  EXPECT_NEAR(Probability(second, kEin, kA), 0.5714, 1e-4);
}

TEST_F(KoehnExampleTest, ConvergesToTheDictionary) {
  const Table table = Learn(50);
  for (const auto& [source, target] : {std::pair<int32_t, int32_t>{kDas, kThe},
                                       {kHaus, kHouse},
                                       {kBuch, kBook},
                                       {kEin, kA}}) {
    EXPECT_EQ(table[source].front().target, target);
    EXPECT_GT(table[source].front().probability, 0.95f);
  }
}

TEST_F(KoehnExampleTest, RowsHoldWhatOccursTogetherBestFirst) {
  const Table table = Learn(3);
  ASSERT_EQ(table.size(), 5U);
  EXPECT_EQ(table[kDas].size(), 3U);  // never "a"
  EXPECT_EQ(table[kHaus].size(), 2U);
  EXPECT_TRUE(table[4].empty());
  for (const auto& row : table) {
    float sum = 0.0f;
    for (std::size_t i = 0; i < row.size(); ++i) {
      EXPECT_TRUE(i == 0 || row[i - 1].probability >= row[i].probability);
      sum += row[i].probability;
    }
    EXPECT_NEAR(sum, row.empty() ? 0.0 : 1.0, 1e-5);
  }
  // Equal ones by id.
  EXPECT_EQ(Learn(1)[kHaus][0].target, kThe);
}

TEST(LexicalTranslationsTest, LongTextsKeepEveryPairOnce) {
  // Rows outgrow their first size many times.
  std::vector<Ids> sources;
  std::vector<Ids> targets;
  for (int32_t i = 0; i < 600; ++i) {
    sources.push_back({0, 1 + i % 3, 0});
    targets.push_back({i % 200, (i * 7) % 200, i % 200});
  }
  std::vector<TokenSpans> pairs;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    pairs.push_back({sources[i], targets[i]});
  }
  const Table table = LearnLexicalTranslations(pairs, 200, 2);
  EXPECT_EQ(table[0].size(), 200U);
  for (int32_t target = 0; target < 200; ++target) {
    EXPECT_GT(Probability(table, 0, target), 0.0f);
  }
}

}  // namespace
}  // namespace interpres
