#include "model/language/ngrams.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<uint32_t> Hashes(std::u32string_view text, int bits = 17) {
  std::vector<uint32_t> hashes;
  ForEachWord(text, bits, [&](std::span<const uint32_t> word) {
    hashes.insert(hashes.end(), word.begin(), word.end());
  });
  return hashes;
}

TEST(NgramsTest, AWordHasASpaceOnEachSide) {
  // " a", " a ", "a", "a "
  EXPECT_EQ(Hashes(U"a").size(), 4U);
  // From the space: 4 n-grams; from c, a, t: 4, 3, 2; the last space alone: 0.
  EXPECT_EQ(Hashes(U"cat").size(), 13U);
}

TEST(NgramsTest, OnlyTheLettersCount) {
  EXPECT_EQ(Hashes(U"Dos, tres!"), Hashes(U"dos tres"));
  EXPECT_EQ(Hashes(U"\u00bfQU\u00c9?"), Hashes(U"qu\u00e9"));
  EXPECT_NE(Hashes(U"dos"), Hashes(U"tres"));
  EXPECT_THAT(Hashes(U""), IsEmpty());
  EXPECT_THAT(Hashes(U" 12 + 3, \u20ac!"), IsEmpty());
}

TEST(NgramsTest, TablesStoreTheHashes) {
  // Changed numbers would make every stored table useless.
  EXPECT_THAT(Hashes(U"a"), ElementsAre(52107U, 6793U, 49997U, 67101U));
}

TEST(NgramsTest, HashesHaveTheirBits) {
  std::u32string text;
  for (char32_t c = 0; c < 0x3000; ++c) {
    text.push_back(c);
  }
  for (const int bits : {8, 22}) {
    for (const uint32_t hash : Hashes(text, bits)) {
      ASSERT_LT(hash, uint32_t{1} << bits);
    }
  }
}

TEST(NgramsTest, ALongWordTakesLinearTime) {
  EXPECT_EQ(Hashes(std::u32string(1 << 20, U'a')).size(), 5U * (1 << 20) - 2U);
}

}  // namespace
}  // namespace interpres
