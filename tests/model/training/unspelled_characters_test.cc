#include "model/training/unspelled_characters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/testing/tiny_tokenizer.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ParallelText TextOf(const std::vector<std::string>& source,
                    const std::vector<std::string>& target) {
  ParallelText text;
  text.files = {.source = "a.en", .target = "a.es"};
  text.source = source;
  text.target = target;
  for (std::size_t i = 0; i < source.size(); ++i) {
    text.lines.push_back(static_cast<int64_t>(i) + 11);
  }
  return text;
}

// The letters of these lines have pieces.
std::unique_ptr<const Tokenizer> MakeTokenizer(bool byte_fallback) {
  return MakeTinyTokenizer(
      {.vocab_size = byte_fallback ? 268 : 12, .byte_fallback = byte_fallback},
      {"sun moon star", "sun moon star"});
}

SpellingReport Find(const ParallelText& text, bool byte_fallback) {
  const auto tokenizer = MakeTokenizer(byte_fallback);
  return FindUnspelledCharacters(std::vector{text}, *tokenizer);
}

TEST(UnspelledCharactersTest, CountsEachCharacterAndNamesItsFirstPlace) {
  for (const bool byte_fallback : {false, true}) {
    const SpellingReport report =
        Find(TextOf({"sun", "moon ż"}, {"żżé  sun", "star"}), byte_fallback);
    EXPECT_EQ(report.has_bytes, byte_fallback);
    EXPECT_EQ(report.characters, 3 + 5 + 6 + 4);
    EXPECT_EQ(report.unspelled, 4);
    ASSERT_THAT(report.found, SizeIs(2));
    EXPECT_EQ(report.found[0].character, "ż");
    EXPECT_EQ(report.found[0].count, 3);
    EXPECT_EQ(report.found[0].file, "a.es");
    EXPECT_EQ(report.found[0].line, 11);
    EXPECT_EQ(report.found[0].example, "żżé  sun");
    EXPECT_EQ(report.found[1].character, "é");
    EXPECT_EQ(report.found[1].count, 1);
  }
}

TEST(UnspelledCharactersTest, KnowsWhatTheNormalisationChanges) {
  // The full-width letter and the sign become letters with pieces.
  EXPECT_THAT(Find(TextOf({"ｓｕｎ", "sun"}, {"™", "moon"}), false).found,
              SizeIs(1));
  EXPECT_THAT(Find(TextOf({"ｓｕｎ"}, {"ⓜoon"}), false).found, IsEmpty());
  // A letter and its mark become one character, which has no piece.
  const SpellingReport report = Find(TextOf({"sun"}, {"mo\u0301on"}), false);
  ASSERT_THAT(report.found, SizeIs(1));
  EXPECT_EQ(report.found[0].character, "o\u0301");
  EXPECT_THAT(FormatSpellingReport(report, 5).at(1),
              HasSubstr("(U+006F U+0301) 1 times, first in a.es:11: mo"));
}

TEST(UnspelledCharactersTest, AnExampleIsCutBetweenCharacters) {
  std::string line(30, 's');
  line = line + "é" + "ż" + line;
  const SpellingReport report = Find(TextOf({line}, {"sun"}), true);
  ASSERT_THAT(report.found, SizeIs(2));
  // Code points decide between equal counts: é is before ż.
  EXPECT_EQ(report.found[0].example,
            "..." + std::string(24, 's') + "éż" + std::string(22, 's') + "...");
}

TEST(UnspelledCharactersTest, TheReportSaysWhatHappensToTheCharacters) {
  const ParallelText text = TextOf({"é ż"}, {"é"});
  EXPECT_THAT(
      FormatSpellingReport(Find(text, true), 1),
      ElementsAre(AllOf(HasSubstr("no piece for 3 of 3 characters"),
                        HasSubstr("2 different ones: bytes spell them")),
                  "  é (U+00E9) 2 times, first in a.en:11: é ż",
                  "  and 1 more characters",
                  HasSubstr("--character-coverage 1")));
  EXPECT_THAT(FormatSpellingReport(Find(text, false), 0).at(0),
              HasSubstr("they are unknown (--byte-fallback spells them)"));
  EXPECT_THAT(FormatSpellingReport(Find(TextOf({"sun"}, {"moon"}), true), 5),
              ElementsAre("the vocabulary has pieces for all 7 characters of "
                          "the text"));
}

}  // namespace
}  // namespace interpres
