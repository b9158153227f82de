#include "model/checkpoint/lexical_shortlist.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/testing/toy_lexical_shortlist.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr LexicalVocabularies kPieces = {.source = 4, .target = 4};

std::string Good() { return ToyLexicalShortlist(2, {{}, {3}, {0, 1, 3}, {}}); }

absl::Status StatusOf(const std::string& bytes) {
  return ParseLexicalShortlist(bytes, kPieces, "lex.bin").status();
}

std::string LexicalMessage(const std::string& bytes) {
  const absl::Status status = StatusOf(bytes);
  return status.ok() ? "ok" : std::string(status.message());
}

// Returns the good file with another number at `place`, and with the checksum
// of the new content.
std::string With(std::size_t place, uint64_t number) {
  std::string bytes;
  AppendNumber(bytes, number, 8);
  std::string file = Good().replace(place, 8, bytes);
  std::string checksum;
  AppendNumber(checksum, ToyMarianHash(file.substr(16)), 8);
  return file.replace(8, 8, checksum);
}

TEST(LexicalShortlistTest, ListsHaveTheirOwnTokenAndTheEndSymbolTheFirstOnes) {
  const auto shortlist = ParseLexicalShortlist(Good(), kPieces, "lex.bin");
  ASSERT_TRUE(shortlist.ok()) << shortlist.status();
  EXPECT_EQ(shortlist->vocab_size(), kPieces.source + 1);
  EXPECT_THAT(shortlist->list(0), ElementsAre(0, 1));
  EXPECT_THAT(shortlist->list(1), ElementsAre(1, 3));
  EXPECT_THAT(shortlist->list(2), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(shortlist->list(3), ElementsAre(3));
  EXPECT_THAT(shortlist->list(4), IsEmpty());
}

// A source piece is no target piece then.
TEST(LexicalShortlistTest, SeparateVocabulariesHaveOnlyTheListsOfTheFile) {
  constexpr LexicalVocabularies kSeparate = {
      .source = 3, .target = 6, .are_equal = false};
  const auto shortlist = ParseLexicalShortlist(
      ToyLexicalShortlist(2, {{}, {5}, {0, 4}}), kSeparate, "lex.bin");
  ASSERT_TRUE(shortlist.ok()) << shortlist.status();
  EXPECT_EQ(shortlist->vocab_size(), 4);
  EXPECT_THAT(shortlist->list(0), ElementsAre(0, 1));
  EXPECT_THAT(shortlist->list(1), ElementsAre(5));
  EXPECT_THAT(shortlist->list(2), ElementsAre(0, 4));
  EXPECT_THAT(shortlist->list(3), IsEmpty());
  EXPECT_EQ(shortlist->fill_tokens(),
            (Shortlist::FillTokens{.begin = 2, .end = 6}));
  const auto message = [&](const std::string& bytes) {
    return std::string(
        ParseLexicalShortlist(bytes, kSeparate, "lex.bin").status().message());
  };
  EXPECT_THAT(message(ToyLexicalShortlist(2, {{}, {6}, {}})),
              HasSubstr("the list of token 1 has token 6"));
  EXPECT_THAT(message(ToyLexicalShortlist(7, {{}, {}, {}})),
              HasSubstr("the vocabulary has 3 source pieces and 6 target"));
  EXPECT_THAT(message(ToyLexicalShortlist(2, {{}, {}, {}, {}, {}, {}})),
              HasSubstr("it is for 7 - 1 pieces"));
}

TEST(LexicalShortlistTest, AChangedByteIsDataLoss) {
  std::string file = Good();
  file[50] = 1;
  EXPECT_EQ(StatusOf(file).code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(LexicalMessage(file), HasSubstr("its checksum differs"));
}

TEST(LexicalShortlistTest, ContradictionsAreErrors) {
  constexpr uint64_t kHuge = ~uint64_t{0};
  EXPECT_THAT(LexicalMessage(With(0, 1)), HasSubstr("does not begin as"));
  EXPECT_THAT(LexicalMessage(With(16, 5)),
              HasSubstr("the first 5 always allowed"));
  EXPECT_THAT(LexicalMessage(With(32, kHuge)), HasSubstr("its header says"));
  EXPECT_THAT(LexicalMessage(With(32, 4)), HasSubstr("its header says"));
  EXPECT_THAT(LexicalMessage(With(40, kHuge)), HasSubstr("its header says"));
  EXPECT_THAT(LexicalMessage(With(48 + 8, 5)),
              HasSubstr("is from 0 to 5 of 4"));
  EXPECT_THAT(LexicalMessage(With(48 + 8, kHuge)),
              HasSubstr("the list of token 0"));
  EXPECT_THAT(LexicalMessage(With(48 + 8, 2)),
              HasSubstr("the list of token 1"));
  EXPECT_THAT(LexicalMessage(ToyLexicalShortlist(2, {{}, {4}, {}, {}})),
              HasSubstr("the list of token 1 has token 4"));
  EXPECT_THAT(LexicalMessage(ToyLexicalShortlist(2, {{}, {3}})),
              HasSubstr("it is for 3 - 1 pieces"));
}

TEST(LexicalShortlistTest, EveryTruncationIsAnError) {
  const std::string good = Good();
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_NE(LexicalMessage(good.substr(0, size)), "ok") << size;
  }
}

}  // namespace
}  // namespace interpres
