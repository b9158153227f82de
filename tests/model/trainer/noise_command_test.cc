#include "model/trainer/noise_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/noise_options.h"
#include "model/training/vocabulary_store.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class NoiseCommandTest : public ::testing::Test {
 protected:
  NoiseCommandTest() {
    Write("en", "The cat sleeps.\n\nWe see a house.\n");
    Write("es", "El gato duerme.\n\nVemos una casa.\n");
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }

  CommandOutcome Run(const std::vector<std::string>& flags) const {
    std::vector<std::string> arguments = {
        "noise",    "--source",          Path("en"),
        "--target", Path("es"),          "--source-language",
        "en",       "--target-language", "es"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return RunCommand(arguments, AddNoiseCommand);
  }

  static std::vector<std::string> LinesOf(const CommandOutcome& outcome) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return absl::StrSplit(outcome.out, '\n', absl::SkipEmpty());
  }

  TempDir directory_;
};

TEST_F(NoiseCommandTest, PrintsTheLineTheKindsAndBothSides) {
  EXPECT_EQ(LinesOf(Run({"--noise-no-end-mark", "1", "--count", "2"})),
            (std::vector<std::string>{
                "1\tno-end-mark\tThe cat sleeps\tEl gato duerme",
                "3\tno-end-mark\tWe see a house\tVemos una casa"}));
  EXPECT_THAT(
      LinesOf(Run({"--noise-joined-sentences", "1", "--count", "1"})),
      Each(EndsWith("\tThe cat sleeps. We see a house.\tEl gato duerme. "
                    "Vemos una casa.")));
}

TEST_F(NoiseCommandTest, ReadsAFileOfTwoColumns) {
  Write("tsv", "The cat sleeps.\tEl gato duerme.\n");
  const auto run = [](std::vector<std::string> flags) {
    flags.insert(flags.begin(),
                 {"noise", "--source-language", "en", "--target-language", "es",
                  "--noise-no-end-mark", "1", "--count", "1"});
    return RunCommand(flags, AddNoiseCommand);
  };
  EXPECT_EQ(LinesOf(run({"--tsv", Path("tsv")})),
            (std::vector<std::string>{
                "1\tno-end-mark\tThe cat sleeps\tEl gato duerme"}));
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{},
        {"--source", Path("en")},
        {"--tsv", Path("tsv"), "--target", Path("es")}}) {
    const CommandOutcome outcome = run(flags);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("expected --source and --target, or --tsv"));
  }
}

TEST_F(NoiseCommandTest, WithoutARateAllKindsAreDrawnByTheSeed) {
  const auto lines = LinesOf(Run({"--count", "500"}));
  EXPECT_THAT(lines, SizeIs(500));
  const std::string all = absl::StrJoin(lines, "\n");
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    EXPECT_THAT(all, HasSubstr(NoiseKindName(static_cast<NoiseKind>(i))));
  }
  EXPECT_EQ(LinesOf(Run({"--count", "500"})), lines);
  EXPECT_NE(LinesOf(Run({"--count", "500", "--seed", "2"})), lines);
}

TEST_F(NoiseCommandTest, SaysWhatIsWrong) {
  CommandOutcome outcome = Run({"--count", "0"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("--count is 0; expected at least 1"));
  outcome = Run({"--noise-dates", "2"});
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("--noise-dates is 2"), HasSubstr("between 0")));
  Write("es", "El gato duerme.\n");
  EXPECT_THAT(Run({}).err, HasSubstr("3 lines but"));
}

TEST_F(NoiseCommandTest, PrintsThePiecesOfAVocabulary) {
  const auto vocabulary = TrainVocabulary(
      {"the cat sleeps", "el gato duerme"},
      {.vocab_size = 276, .tagged_languages = {"es"}, .byte_fallback = true});
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.status();
  ASSERT_TRUE(WriteVocabulary(Path("vocab"), *vocabulary).ok());
  const auto lines = LinesOf(Run(
      {"--noise-upper-case", "1", "--count", "1", "--vocab", Path("vocab")}));
  ASSERT_THAT(lines, SizeIs(1));
  EXPECT_THAT(lines[0], HasSubstr("\t>>es<< "));
  EXPECT_THAT(lines[0], HasSubstr("<0x54>"));  // T
  EXPECT_THAT(lines[0], EndsWith(" </s>"));
  const CommandOutcome outcome = Run({"--vocab", Path("en")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("not a file of interpres-train"));
}

TEST_F(NoiseCommandTest, SaysThatTheTextAllowsNoNoise) {
  Write("en", "a\n");
  Write("es", "b\n");
  const CommandOutcome outcome = Run({"--noise-typos", "1"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("after 0 pairs with noise"));
}

}  // namespace
}  // namespace interpres
