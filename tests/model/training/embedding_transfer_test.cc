#include "model/training/embedding_transfer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/config/piece_ids.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;

// Of kOldRows, [5, 2]; the mean of all rows is (22, 0.5).
const PieceIds kOld = {{"a", 0}, {"b", 1}, {"ab", 2}, {"ba", 3}, {"bab", 4}};
const std::vector<float> kOldRows = {2,  0, 4,  0,  8, 0,  //
                                     32, 0, 64, 2.5};

TEST(TransferEmbeddingsTest, KeepsSpellsOrTakesTheMeanOfAll) {
  const TransferredEmbeddings transferred = TransferEmbeddings(
      kOld, kOldRows, 2,
      {{"bab", 0}, {"a", 1}, {"abba", 2}, {"bb", 3}, {"aca", 4}});
  EXPECT_THAT(transferred.rows, ElementsAre(64, 2.5,    // bab, kept
                                            2, 0,       // a, kept
                                            20, 0,      // abba: ab ba
                                            4, 0,       // bb: b b
                                            22, 0.5));  // aca: no c
  EXPECT_EQ(transferred.kept, 2);
  EXPECT_EQ(transferred.spelled, 2);
}

TEST(TransferEmbeddingsTest, TheFewestPiecesSpell) {
  const TransferredEmbeddings transferred = TransferEmbeddings(
      {{"d", 0}, {"e", 1}, {"ab", 2}, {"abc", 3}, {"cde", 4}},
      std::vector<float>{100, 200, 1, 300, 3}, 1, {{"abcde", 0}});
  EXPECT_THAT(transferred.rows, ElementsAre(2));  // ab cde, not abc d e
}

TEST(TransferEmbeddingsTest, LettersOfSeveralBytesStayWhole) {
  const TransferredEmbeddings transferred = TransferEmbeddings(
      {{"\u00f1", 0}, {"o", 1}, {"x", 2}}, std::vector<float>{1, 3, 8}, 1,
      {{"o\u00f1", 0}, {"\u00f3", 1}});
  EXPECT_THAT(transferred.rows, ElementsAre(2, 4));
  EXPECT_EQ(transferred.kept, 0);
  EXPECT_EQ(transferred.spelled, 1);
}

// As the tokenizer does, where the vocabulary has them.
TEST(TransferEmbeddingsTest, BytesSpellLettersWithoutAPiece) {
  const TransferredEmbeddings transferred =
      TransferEmbeddings({{"o", 0}, {"<0xC3>", 1}, {"<0xB1>", 2}, {"z", 3}},
                         std::vector<float>{6, 1, 2, 11}, 1,
                         {{"o\u00f1", 0}, {"<0xC3>", 1}, {"\u00f3", 2}});
  EXPECT_THAT(transferred.rows, ElementsAre(3, 1, 5));
  EXPECT_EQ(transferred.kept, 1);
  EXPECT_EQ(transferred.spelled, 1);
}

TEST(TransferEmbeddingsTest, NamesAreNotSpelled) {
  const TransferredEmbeddings transferred = TransferEmbeddings(
      {{"<", 0}, {"0x", 1}, {"41", 2}, {">", 3}, {">>es<<", 4}},
      std::vector<float>{1, 1, 1, 1, 6}, 1,
      {{"<0x41>", 0}, {">>en<<", 1}, {">>es<<", 2}, {"<<", 3}});
  EXPECT_THAT(transferred.rows, ElementsAre(2, 2, 6, 1));
  EXPECT_EQ(transferred.kept, 1);
  EXPECT_EQ(transferred.spelled, 1);
}

}  // namespace
}  // namespace interpres
