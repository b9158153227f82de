#include "model/training/run_vocabulary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "model/config/piece_ids.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

ParallelText MakeText(const std::vector<std::string>& lines) {
  ParallelText text;
  text.source = text.target = lines;
  return text;
}

// The vocabulary of 100 pairs of "lana" and of the given lines; all the letters
// and one word have room.
absl::StatusOr<Vocabulary> Build(const std::vector<std::string>& lines,
                                 double weight) {
  TrainingRunOptions options;
  options.train = {{}, {.weight = weight}};
  options.vocabulary = {.vocab_size = 11};
  const std::vector<ParallelText> corpora = {
      MakeText(std::vector<std::string>(100, "lana lana lana")),
      MakeText(lines)};
  return BuildVocabulary(options, corpora);
}

PieceIds Pieces(const std::vector<std::string>& lines, double weight) {
  return Build(lines, weight).value().pieces;
}

TEST(BuildVocabularyTest, CorporaCountByTheirWeights) {
  const std::vector<std::string> lines(100, "dedo dedo dedo");
  EXPECT_TRUE(Pieces(lines, 0.2).contains("▁lana"));
  EXPECT_FALSE(Pieces(lines, 0.2).contains("▁dedo"));
  EXPECT_TRUE(Pieces(lines, 4).contains("▁dedo"));
  EXPECT_FALSE(Pieces(lines, 4).contains("▁lana"));
}

TEST(BuildVocabularyTest, AShareOfACorpusIsTakenFromAllOfIt) {
  std::vector<std::string> lines(50, "ded");
  lines.resize(100, "oo");
  const auto pieces = Pieces(lines, 0.02);
  for (const char* letter : {"d", "e", "o"}) {
    EXPECT_TRUE(pieces.contains(letter)) << letter;
  }
}

TEST(BuildVocabularyTest, LearnsThePiecesOfTheNoiseExceptRareCharacters) {
  TrainingRunOptions options;
  options.train = {{}};
  options.train[0].files.languages = {"en", "es"};
  options.vocabulary = {.vocab_size = 9};
  ParallelText text = MakeText(std::vector<std::string>(100, "lana lana"));
  text.files = options.train[0].files;
  for (int64_t line = 1; line <= 100; ++line) {
    text.lines.push_back(line);
  }
  const auto letters = [&] {
    return BuildVocabulary(options, {&text, 1}).value().pieces;
  };
  EXPECT_FALSE(letters().contains("A"));
  options.vocabulary.vocab_size = 12;
  options.noise.of(NoiseKind::kUpperCase) = 0.5;
  options.noise.of(NoiseKind::kCharacters) = 1.0;
  EXPECT_TRUE(letters().contains("A"));
}

TEST(BuildVocabularyTest, RefusesAWeightOutOfRange) {
  const std::vector<std::string> lines(100, "dedo");
  for (const double weight : {0.001, -1.0, 1e9}) {
    EXPECT_THAT(Build(lines, weight).status().message(),
                HasSubstr("train-weight is"))
        << weight;
  }
}

}  // namespace
}  // namespace interpres
