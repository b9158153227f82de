#include "model/checkpoint/marian_vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::string VocabularyMessage(const std::string& text) {
  const auto vocabulary = ParseMarianVocabulary(text, "v.yml");
  return vocabulary.ok() ? "ok" : std::string(vocabulary.status().message());
}

TEST(MarianVocabularyTest, ReadsEveryForm) {
  const auto vocabulary = ParseMarianVocabulary(
      "</s>: 0\n<unk>: 1\n\"!\": 2\n\u2581the: 3\n'it''s': 4\n\"\\\"\": 5\r\n"
      "\"\\\\\": 6\n? \"a long one\"\n: 7\n\":\": 8\na::b: 9\n\"\\x85\": 10\n"
      ".: 11\n12: 12\nnull: 13\n>>deu<<: 14\n",
      "v.yml");
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  EXPECT_THAT(
      *vocabulary,
      UnorderedElementsAre(
          Pair("</s>", 0), Pair("<unk>", 1), Pair("!", 2), Pair("\u2581the", 3),
          Pair("it's", 4), Pair("\"", 5), Pair("\\", 6), Pair("a long one", 7),
          Pair(":", 8), Pair("a::b", 9), Pair("\u0085", 10), Pair(".", 11),
          Pair("12", 12), Pair("null", 13), Pair(">>deu<<", 14)));
}

TEST(MarianVocabularyTest, OtherLinesAreErrors) {
  EXPECT_EQ(VocabularyMessage("a: 0\nb\n"),
            "v.yml: line 2 is \"b\"; expected PIECE: ID");
  EXPECT_EQ(VocabularyMessage("a: 0\na: 1\n"),
            "v.yml: piece \"a\" has the ids 0 and 1; expected one id");
  EXPECT_THAT(VocabularyMessage("a: -1\n"), HasSubstr("expected an id"));
  EXPECT_THAT(VocabularyMessage("a: 2147483647\n"),
              HasSubstr("expected an id"));
  EXPECT_THAT(VocabularyMessage("a: 1.5\n"), HasSubstr("expected an id"));
  EXPECT_THAT(VocabularyMessage("a:\n"), HasSubstr("expected an id"));
  EXPECT_THAT(VocabularyMessage(": 1\n"), HasSubstr("expected a piece"));
  EXPECT_THAT(VocabularyMessage("\"a: 1\n"), HasSubstr("expected a piece"));
  EXPECT_THAT(VocabularyMessage("? a\nb: 1\n"), HasSubstr("expected : ID"));
  EXPECT_THAT(VocabularyMessage("? a\n"),
              HasSubstr("expected a line with its id"));
  EXPECT_EQ(VocabularyMessage(""), "ok");
}

}  // namespace
}  // namespace interpres
