#include "model/training/corpus_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/training/alignment_evidence.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Phrases = std::vector<std::pair<std::string, std::string>>;

// 480 pairs in an order without pattern.
ParallelText MakeText() {
  const Phrases subjects = {{"the dog", "el perro"},
                            {"the cat", "el gato"},
                            {"the teacher", "el maestro"},
                            {"my friend", "mi amigo"},
                            {"the old baker", "el viejo panadero"},
                            {"a young doctor", "un joven médico"}};
  const Phrases verbs = {{"sees", "ve"},
                         {"hears", "oye"},
                         {"looks for", "busca"},
                         {"finds", "encuentra"}};
  const Phrases objects = {{"a house", "una casa"},
                           {"the river", "el río"},
                           {"two trees", "dos árboles"},
                           {"a red boat", "un barco rojo"},
                           {"the music", "la música"}};
  const Phrases times = {{"today", "hoy"},
                         {"in the morning", "por la mañana"},
                         {"every summer", "cada verano"},
                         {"at night", "por la noche"}};
  ParallelText text;
  text.files = {.source = "a.en", .target = "a.es", .languages = {"en", "es"}};
  for (const auto& subject : subjects) {
    for (const auto& verb : verbs) {
      for (const auto& object : objects) {
        for (const auto& time : times) {
          text.source.push_back(subject.first + " " + verb.first + " " +
                                object.first + " " + time.first);
          text.target.push_back(subject.second + " " + verb.second + " " +
                                object.second + " " + time.second);
          text.lines.push_back(static_cast<int64_t>(text.lines.size()) + 1);
        }
      }
    }
  }
  std::mt19937 random(3);
  std::shuffle(text.source.begin(), text.source.end(), random);
  random.seed(3);
  std::shuffle(text.target.begin(), text.target.end(), random);
  return text;
}

void Resize(ParallelText& text, std::size_t count) {
  text.source.resize(count);
  text.target.resize(count);
  text.lines.resize(count);
}

std::string ErrorOf(const ParallelText& text) {
  return std::string(CheckCorpus(text, "use another text").message());
}

TEST(CorpusCheckTest, GoodTextPassesInAnySize) {
  ParallelText text = MakeText();
  EXPECT_EQ(ErrorOf(text), "");
  for (const std::size_t count : {400U, 200U, 100U, 12U, 1U}) {
    Resize(text, count);
    EXPECT_EQ(ErrorOf(text), "") << count;
  }
}

TEST(CorpusCheckTest, RefusesShuffledLines) {
  ParallelText text = MakeText();
  std::mt19937 random(5);
  std::shuffle(text.target.begin(), text.target.end(), random);
  EXPECT_THAT(ErrorOf(text),
              AllOf(HasSubstr("a.en and a.es: the lines from 2 to 480 are no "
                              "translations of each other"),
                    HasSubstr("sampled pairs"), HasSubstr("chance is 50 %"),
                    HasSubstr("chance is 50 %; use another text\n"),
                    HasSubstr("\n  line ")));
  // Too small to judge.
  Resize(text, 150);
  EXPECT_EQ(ErrorOf(text), "");
}

ParallelText Repeated(const ParallelText& once, int times) {
  ParallelText text;
  text.files = once.files;
  for (int i = 0; i < times; ++i) {
    text.source.insert(text.source.end(), once.source.begin(),
                       once.source.end());
    text.target.insert(text.target.end(), once.target.begin(),
                       once.target.end());
  }
  for (std::size_t i = 0; i < text.source.size(); ++i) {
    text.lines.push_back(static_cast<int64_t>(i) + 1);
  }
  return text;
}

TEST(CorpusCheckTest, RefusesAStretchOfShuffledLines) {
  // A tenth of 4,800 lines has enough lines to judge. 1,440 lines have fewer
  // stretches.
  for (const int times : {10, 3}) {
    ParallelText text = Repeated(MakeText(), times);
    EXPECT_EQ(ErrorOf(text), "");
    // One line too many in the last quarter.
    const auto place = static_cast<std::ptrdiff_t>(text.lines.size() * 3 / 4);
    std::rotate(text.target.begin() + place, text.target.begin() + place + 1,
                text.target.end());
    const std::string error = ErrorOf(text);
    EXPECT_THAT(error, HasSubstr("no translations of each other")) << times;
    EXPECT_THAT(error, Not(HasSubstr("the lines from 2 to"))) << times;
  }
}

TEST(CorpusCheckTest, RefusesExchangedSides) {
  ParallelText text = MakeText();
  std::swap(text.source, text.target);
  EXPECT_THAT(ErrorOf(text),
              AllOf(HasSubstr("the source text is in es, not in en ("),
                    HasSubstr("the target text is in en, not in es ("),
                    HasSubstr("samples of 5 lines); the sides are exchanged"),
                    HasSubstr("\n  line 1: ")));
  // Unknown languages, and one language on both sides, say nothing.
  text.files.languages = {"aa", "bb"};
  EXPECT_EQ(ErrorOf(text), "");
  text.files.languages = {"en", "en-GB"};
  EXPECT_EQ(ErrorOf(text), "");
  text.files.languages = {"en", "es"};
  Resize(text, 12);
  EXPECT_EQ(ErrorOf(text), "");
}

TEST(CorpusCheckTest, RefusesOneLanguageOnBothSides) {
  ParallelText text = MakeText();
  // Another order, so that lines are not equal.
  text.target = text.source;
  std::reverse(text.target.begin(), text.target.end());
  EXPECT_THAT(ErrorOf(text),
              AllOf(HasSubstr("the target text is in en, not in es"),
                    Not(HasSubstr("exchanged"))));
}

TEST(CorpusCheckTest, DoesNotJudgeALanguageThatTheDetectorLacks) {
  // The detector takes Asturian for Spanish.
  ParallelText text = MakeText();
  text.source = text.target;
  for (std::string& line : text.target) {
    line = "Sí, " + line;
  }
  text.files.languages = {"es", "ast"};
  EXPECT_EQ(ErrorOf(text), "");
  text.files.languages = {"es", "en"};
  EXPECT_THAT(ErrorOf(text), HasSubstr("the target text is in es, not in en"));
}

// The table lacks Welsh, but CLD2 recognises Welsh on the other side.
TEST(CorpusCheckTest, JudgesALanguageThatTheOtherSideShows) {
  ParallelText text = MakeText();
  text.target = text.source;
  for (std::string& line : text.source) {
    line = "Mae'r plant yn chwarae yn yr ardd gyda'u ffrindiau newydd heddiw";
  }
  text.files.languages = {"en", "cy"};
  EXPECT_THAT(ErrorOf(text), HasSubstr("the sides are exchanged"));
}

TEST(CorpusCheckTest, RefusesEqualSides) {
  ParallelText text = MakeText();
  const std::vector<std::string> target = text.target;
  text.target = text.source;
  EXPECT_THAT(ErrorOf(text),
              HasSubstr("source and target are equal in 480 of 480 sampled "
                        "lines"));
  // Some equal lines are normal: names, code.
  std::copy(target.begin(), target.begin() + 300, text.target.begin());
  EXPECT_EQ(ErrorOf(text), "");
  Resize(text, 19);
  text.target = text.source;
  EXPECT_EQ(ErrorOf(text), "");
}

TEST(CorpusCheckTest, RefusesTheSameFileUnderAnotherName) {
  const TempDir directory;
  ParallelText text = MakeText();
  Resize(text, 3);
  text.files.source = directory.path() / "a.en";
  text.files.target = directory.path() / "a.es";
  std::ofstream(text.files.source) << "one\n";
  std::filesystem::create_symlink("a.en", text.files.target);
  EXPECT_THAT(ErrorOf(text), HasSubstr("both sides are the same file"));
  text.files.target = text.files.source;
  text.files.is_tsv = true;
  EXPECT_EQ(ErrorOf(text), "");
}

TEST(AlignmentEvidenceTest, NamesNumbersAndScriptsWithoutSpacesCount) {
  // No word is in two lines, but both sides have its number.
  SentenceSample numbers;
  SentenceSample characters;
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(10'000 + i);
    numbers.source.push_back("n" + number + " has " + number);
    numbers.target.push_back(number + " tiene x" + number);
    // Two characters for each of ten digits.
    const std::string digits = std::to_string(i * 7919 % 99991);
    std::string text;
    for (const char digit : digits) {
      text += std::string("\xe4\xb8") + static_cast<char>(0x80 + digit - '0');
    }
    characters.source.push_back(text);
    std::string spaced;
    for (const char digit : digits) {
      spaced += std::string("d") + digit + " ";
    }
    characters.target.push_back(spaced);
  }
  for (const SentenceSample& sample : {numbers, characters}) {
    const auto evidence = JudgeAlignment(sample);
    EXPECT_GE(evidence.outcomes.size(), 90U);
    const auto won = std::count_if(
        evidence.outcomes.begin(), evidence.outcomes.end(),
        [](const AlignmentEvidence::Outcome& outcome) { return outcome.won; });
    EXPECT_GE(won, 85);
  }
  EXPECT_TRUE(JudgeAlignment({}).outcomes.empty());
  EXPECT_TRUE(JudgeAlignment({.source = {"a", ""}, .target = {"", ""}})
                  .outcomes.empty());
}

}  // namespace
}  // namespace interpres
