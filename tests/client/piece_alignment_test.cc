#include "client/piece_alignment.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

struct Piece {
  std::string piece;
  int source_token = -1;  // none
};

std::string Pharaoh(const std::vector<std::string>& source,
                    const std::vector<Piece>& target) {
  interpres::v1::TranslationResult result;
  for (const std::string& piece : source) {
    result.add_source_pieces(piece);
  }
  interpres::v1::Translation translation;
  for (const Piece& piece : target) {
    interpres::v1::TokenScore& token = *translation.add_tokens();
    token.set_piece(piece.piece);
    if (piece.source_token >= 0) {
      token.set_source_token(piece.source_token);
    }
  }
  return PharaohAlignment(result, translation);
}

TEST(PieceAlignmentTest, PairsWordsOfSourceAndTranslation) {
  EXPECT_EQ(Pharaoh({">>es<<", "▁the", "▁white", "▁house", "</s>"},
                    {{"▁la", 1}, {"▁casa", 3}, {"▁blanca", 2}, {"</s>", 4}}),
            "0-0 2-1 1-2");
}

TEST(PieceAlignmentTest, PiecesOfAWordCountOnce) {
  EXPECT_EQ(Pharaoh({"▁hou", "se", "s", "▁go", "</s>"},
                    {{"▁ca", 1}, {"sa", 0}, {"s", 3}, {"▁van", 3}}),
            "0-0 1-0 1-1");
}

TEST(PieceAlignmentTest, SpacesOfTheirOwnBelongToTheNextWord) {
  EXPECT_EQ(Pharaoh({"▁", "a", "▁", "▁b", "</s>"},
                    {{"▁", 0}, {"x", 1}, {"▁", 2}, {"y", 3}}),
            "0-0 1-1");
  // A piece may reach over a space.
  EXPECT_EQ(Pharaoh({"▁a▁b", "▁c", "</s>"}, {{"▁x", 0}, {"▁y", 1}}), "1-0 2-1");
}

TEST(PieceAlignmentTest, LeavesOutWhatIsNotAligned) {
  EXPECT_EQ(Pharaoh({}, {}), "");
  EXPECT_EQ(Pharaoh({"▁a", "</s>"}, {{"▁x"}, {"</s>", 1}}), "");
  // Neither tags, nor what a broken server says.
  EXPECT_EQ(Pharaoh({">>es<<", "▁a", "</s>"}, {{"▁x", 0}, {"▁y", 99}}), "");
}

TEST(PieceAlignmentTest, KnowsMarkers) {
  for (const char* marker : {"</s>", ">>es<<", ">>zh-Hant<<"}) {
    EXPECT_TRUE(IsMarker(marker)) << marker;
  }
  for (const char* piece : {"", ">>", "<<", ">><<", "▁>>es<<", "s>", "▁casa"}) {
    EXPECT_FALSE(IsMarker(piece)) << piece;
  }
}

}  // namespace
}  // namespace interpres
