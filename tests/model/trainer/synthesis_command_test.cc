#include "model/trainer/synthesis_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "model/base/text_lines.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class SynthesisCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
    std::ofstream(Path("mono"), std::ios::binary)
        << "the cat\n\nthe dog sees the tree\n"
        << std::string(1000, 'x') << "\n";
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }
  std::vector<std::string> Lines(const std::string& name) const {
    return ReadLines(std::filesystem::path(Path(name))).value();
  }

  // The random weights of the tiny model seldom end a sentence.
  CommandOutcome Run(const std::string& command,
                     const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {
        command,        "--model",         Path("tiny"),  "--target-language",
        "es",           "--input",         Path("mono"),  "--source-output",
        Path("source"), "--target-output", Path("target")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddBackTranslateCommand(app, exit_code);
      AddDistillCommand(app, exit_code);
    });
  }

  TempDir directory_;
};

TEST_F(SynthesisCommandTest, BackTranslationWritesTheSources) {
  const CommandOutcome outcome =
      Run("back-translate", {"--sample", "3", "--temperature", "5"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("2 pairs of 4 lines"));
  // Blank and too long lines are left out of both files.
  EXPECT_THAT(Lines("target"), ElementsAre("the cat", "the dog sees the tree"));
  EXPECT_THAT(Lines("source"), SizeIs(2));
  EXPECT_NE(Lines("source"), Lines("target"));
}

TEST_F(SynthesisCommandTest, DistillationWritesTheTargets) {
  const CommandOutcome outcome =
      Run("distill", {"--sample", "3", "--temperature", "5"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(Lines("source"), ElementsAre("the cat", "the dog sees the tree"));
  EXPECT_THAT(Lines("target"), SizeIs(2));
}

TEST_F(SynthesisCommandTest, TheJournalOfOtherOptionsIsRefused) {
  std::ofstream(Path("source.part"), std::ios::binary)
      << "interpres-synthesis 1\tmodel 0\n0123456789abcdef\tel gato\n";
  const CommandOutcome outcome = Run("back-translate", {"--sample", "3"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("begun with \"interpres-synthesis 1\t"));
  EXPECT_THAT(outcome.err, HasSubstr("sampled: seed 3, temperature 1"));
}

TEST_F(SynthesisCommandTest, ATranslationThatReachesTheLimitIsLeftOut) {
  const CommandOutcome outcome =
      Run("distill", {"--max-length", "1", "--beam", "1"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("no line has a translation"));
}

}  // namespace
}  // namespace interpres
