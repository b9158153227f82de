// evaluate, score and translate from the command line down.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "model/base/text_lines.h"
#include "model/trainer/evaluate_command.h"
#include "model/trainer/score_command.h"
#include "model/trainer/translate_command.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;

class EvaluationCommandsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
    Write("source", "the cat\nthe dog sees the tree\n");
    Write("reference", "el gato\nel perro\n");
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }

  static CommandOutcome Run(const std::vector<std::string>& arguments) {
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddEvaluateCommand(app, exit_code);
      AddScoreCommand(app, exit_code);
      AddTranslateCommand(app, exit_code);
    });
  }

  TempDir directory_;
};

TEST_F(EvaluationCommandsTest, EvaluatePrintsScoresAndKeepsTranslations) {
  const CommandOutcome outcome =
      Run({"evaluate", "--model", Path("tiny"), "--source", Path("source"),
           "--reference", Path("reference"), "--target-language", "es",
           "--max-length", "8", "--output", Path("out")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("tok:13a"));
  EXPECT_THAT(outcome.out, HasSubstr("perplexity"));
  const auto translations = ReadLines(std::filesystem::path(Path("out")));
  ASSERT_TRUE(translations.ok());
  EXPECT_THAT(*translations, SizeIs(2));

  const CommandOutcome json =
      Run({"evaluate", "--model", Path("tiny"), "--source", Path("source"),
           "--reference", Path("out"), "--target-language", "es",
           "--max-length", "8", "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"chrf\": 100.0000"));

  Write("paragraph", "The cat. The dog.\n");
  const CommandOutcome split =
      Run({"evaluate", "--model", Path("tiny"), "--source", Path("paragraph"),
           "--reference", Path("paragraph"), "--target-language", "es",
           "--max-length", "8", "--split"});
  EXPECT_EQ(split.exit_code, 0) << split.err;
  EXPECT_THAT(split.out, HasSubstr("perplexity    none"));
}

TEST_F(EvaluationCommandsTest, EvaluateSaysWhatIsWrong) {
  const CommandOutcome missing =
      Run({"evaluate", "--model", Path("none"), "--source", Path("source"),
           "--reference", Path("reference"), "--target-language", "es"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("none"));
  const CommandOutcome language =
      Run({"evaluate", "--model", Path("tiny"), "--source", Path("source"),
           "--reference", Path("reference"), "--target-language", "fr"});
  EXPECT_EQ(language.exit_code, 1);
  EXPECT_THAT(language.err, HasSubstr("en to es, es to en"));
}

TEST_F(EvaluationCommandsTest, EvaluateWarnsOfExchangedTexts) {
  std::string english;
  std::string spanish;
  for (int i = 0; i < 60; ++i) {
    english += "The old man lives in a small house near the river.\n";
    spanish += "El viejo vive en una casa pequeña cerca del río.\n";
  }
  Write("english", english);
  Write("spanish", spanish);
  const auto evaluate = [this](const std::string& source,
                               const std::string& reference) {
    return Run({"evaluate", "--model", Path("tiny"), "--source", Path(source),
                "--reference", Path(reference), "--target-language", "es",
                "--max-length", "8"});
  };
  EXPECT_THAT(evaluate("english", "spanish").err,
              Not(HasSubstr("evaluate: warning")));
  const CommandOutcome exchanged = evaluate("spanish", "english");
  EXPECT_THAT(exchanged.err, HasSubstr("evaluate: warning"));
  EXPECT_THAT(exchanged.err, HasSubstr("the sides are exchanged; are --source "
                                       "and --reference right?"));
  EXPECT_THAT(exchanged.out, HasSubstr("BLEU"));
}

TEST_F(EvaluationCommandsTest, ScoreComparesTwoFiles) {
  const CommandOutcome same = Run({"score", "--hypothesis", Path("reference"),
                                   "--reference", Path("reference")});
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_THAT(same.out, HasSubstr("chrF2  100.0000"));
  Write("short", "el gato\n");
  const CommandOutcome unequal = Run({"score", "--hypothesis", Path("short"),
                                      "--reference", Path("reference")});
  EXPECT_EQ(unequal.exit_code, 1);
  EXPECT_THAT(unequal.err, HasSubstr("has 1 lines and"));
}

TEST_F(EvaluationCommandsTest, TranslateKeepsLinesAlignedAndReportsFailures) {
  Write("mixed", "the cat\n\n" + std::string(500, 'x') + "\nthe dog\n");
  const CommandOutcome outcome =
      Run({"translate", "--model", Path("tiny"), "--target-language", "es",
           "--max-length", "5", Path("mixed")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
  EXPECT_THAT(outcome.err, HasSubstr("line 3: the text has"));
  EXPECT_THAT(outcome.err, HasSubstr("line 1: hypothesis 1 reached"));
}

TEST_F(EvaluationCommandsTest, TranslateSplitsLinesIntoSentences) {
  const auto translate = [this](const std::vector<std::string>& lines,
                                std::vector<std::string> flags) {
    std::string text;
    for (const std::string& line : lines) {
      text += line + "\n";
    }
    Write("input", text);
    flags.insert(flags.begin(),
                 {"translate", "--model", Path("tiny"), "--target-language",
                  "es", "--max-length", "8", Path("input"),
                  // Otherwise the sentences are translated again.
                  "--no-repeat-ngram", "3", "--repetition-penalty", "1.2"});
    return Run(flags);
  };
  const CommandOutcome alone = translate({"The cat.", "The dog."}, {});
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  const std::size_t end = alone.out.find('\n');
  const CommandOutcome split = translate({"The cat.  The dog."}, {"--split"});
  EXPECT_EQ(split.exit_code, 0) << split.err;
  EXPECT_EQ(split.out,
            alone.out.substr(0, end) + "  " + alone.out.substr(end + 1));
  EXPECT_THAT(split.err, HasSubstr("line 1: a sentence reached --max-length"));

  const CommandOutcome long_word = translate(
      {"The cat. The " + std::string(500, 'x') + ".", "The dog."}, {"--split"});
  EXPECT_EQ(long_word.exit_code, 0) << long_word.err;
  EXPECT_EQ(std::count(long_word.out.begin(), long_word.out.end(), '\n'), 2);

  const CommandOutcome refused =
      translate({"The cat."}, {"--split", "--target-prefix", "el"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("leave out --nbest"));
}

TEST_F(EvaluationCommandsTest, TranslateTakesRulesPrefixesAndSamples) {
  Write("one", "the cat\nthe dog\n");
  const auto translate = [this](std::vector<std::string> flags) {
    const std::vector<std::string> common = {
        "translate", "--model",      Path("tiny"), "--target-language",
        "es",        "--max-length", "12",         Path("one")};
    flags.insert(flags.begin(), common.begin(), common.end());
    const CommandOutcome outcome = Run(flags);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(translate({"--target-prefix", "el gato"}),
              MatchesRegex("el gato.*\nel gato.*\n"));
  EXPECT_NE(translate({"--no-repeat-ngram", "1"}), translate({}));
  EXPECT_NE(translate({"--repetition-penalty", "9"}), translate({}));
  const std::string drawn = translate({"--sample", "5", "--top-k", "50"});
  EXPECT_EQ(translate({"--sample", "5", "--top-k", "50"}), drawn);
  EXPECT_NE(translate({"--sample", "6", "--top-k", "50"}), drawn);
  EXPECT_NE(translate({"--sample", "5", "--nbest", "3"}), drawn);
}

TEST_F(EvaluationCommandsTest, EveryTextHasAsManyLinesAsNBest) {
  Write("mixed", "the cat\n\n" + std::string(500, 'x') + "\nthe dog\n");
  const CommandOutcome outcome =
      Run({"translate", "--model", Path("tiny"), "--target-language", "es",
           "--max-length", "5", "--nbest", "3", Path("mixed")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 12);
}

TEST_F(EvaluationCommandsTest, TranslateSaysThatReadingFailed) {
  // A directory can be opened, but not read.
  const CommandOutcome outcome =
      Run({"translate", "--model", Path("tiny"), "--target-language", "es",
           directory_.path().string()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr(directory_.path().string() +
                                     ": reading failed after 0 lines"));
}

TEST_F(EvaluationCommandsTest, TranslatePrintsNBestWithScores) {
  Write("one", "the cat\n");
  const CommandOutcome outcome =
      Run({"translate", "--model", Path("tiny"), "--target-language", "es",
           "--max-length", "5", "--beam", "3", "--nbest", "3", "--scores",
           Path("one")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::istringstream stream(outcome.out);
  LineReader reader(stream);
  const std::vector<std::string> lines = ReadLines(reader, 9);
  ASSERT_THAT(lines, SizeIs(3));
  for (const std::string& line : lines) {
    EXPECT_THAT(line, MatchesRegex("-[0-9]+\\.[0-9]+\t.*"));
  }
  const CommandOutcome absurd =
      Run({"translate", "--model", Path("tiny"), "--target-language", "es",
           "--beam", "17", Path("one")});
  EXPECT_EQ(absurd.exit_code, 1);
  EXPECT_THAT(absurd.err, HasSubstr("beam_size is 17"));
}

}  // namespace
}  // namespace interpres
