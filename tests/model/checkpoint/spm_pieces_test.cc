#include "model/checkpoint/spm_pieces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/toy_spm.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::string SpmMessage(const std::string& bytes) {
  const auto pieces = PiecesOfSpm(bytes, "v.spm");
  return pieces.ok() ? "ok" : std::string(pieces.status().message());
}

TEST(SpmPiecesTest, IdsAreThePlaces) {
  const auto pieces =
      PiecesOfSpm(ToySpm({"</s>", "<unk>", "\u2581a"}), "v.spm");
  ASSERT_TRUE(pieces.ok()) << pieces.status();
  EXPECT_THAT(*pieces, UnorderedElementsAre(Pair("</s>", 0), Pair("<unk>", 1),
                                            Pair("\u2581a", 2)));
}

TEST(SpmPiecesTest, DamagedModelsAreErrors) {
  EXPECT_THAT(SpmMessage(""),
              HasSubstr("v.spm: it is not a SentencePiece model"));
  EXPECT_THAT(SpmMessage("text"), HasSubstr("it is not a SentencePiece model"));
  EXPECT_THAT(SpmMessage(ToySpm({"a", "b", "a"})),
              HasSubstr("the piece \"a\" occurs twice"));
  EXPECT_THAT(SpmMessage(ToySpm({"a", ""})), HasSubstr("piece 1 is empty"));
  const std::string good = ToySpm({"</s>", "<unk>"});
  // A cut between two pieces leaves a shorter model.
  for (std::size_t size = 1; size < good.size(); ++size) {
    if (size != ToySpm({"</s>"}).size()) {
      EXPECT_NE(SpmMessage(good.substr(0, size)), "ok") << size;
    }
  }
}

}  // namespace
}  // namespace interpres
