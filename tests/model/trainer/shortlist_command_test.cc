// shortlist, and translate with what it has learned, from the command line
// down.

#include "model/trainer/shortlist_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "model/checkpoint/model_directory.h"
#include "model/trainer/translate_command.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_corpus.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ShortlistCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
    std::ofstream en(Path("en"));
    std::ofstream es(Path("es"));
    for (const TinySentencePair& pair : TinyCorpus()) {
      en << pair.en << '\n';
      es << pair.es << '\n';
    }
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }

  std::vector<std::string> Command(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {
        "shortlist", "--model",           Path("tiny"), "--source",
        Path("en"),  "--target",          Path("es"),   "--source-language",
        "en",        "--target-language", "es"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }

  static CommandOutcome Run(const std::vector<std::string>& arguments) {
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddShortlistCommand(app, exit_code);
      AddTranslateCommand(app, exit_code);
    });
  }

  CommandOutcome Translate(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {
        "translate", "--model",  Path("tiny"),        "--max-length",
        "9",         "--scores", "--target-language", "es"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(Path("en"));
    return Run(arguments);
  }

  TempDir directory_;
};

TEST_F(ShortlistCommandTest, LearnsListsThatTranslateUses) {
  const CommandOutcome exact = Translate();
  EXPECT_EQ(exact.exit_code, 0) << exact.err;
  const CommandOutcome learned =
      Run(Command({"--best", "2", "--frequent", "5"}));
  EXPECT_EQ(learned.exit_code, 0) << learned.err;
  EXPECT_THAT(learned.err, HasSubstr("shortlist.bin: "));
  const auto model = ReadModelDirectory(Path("tiny"));
  ASSERT_TRUE(model.ok()) << model.status();
  ASSERT_TRUE(model->shortlist.has_value());
  EXPECT_GT(model->shortlist->entries(), 160);
  EXPECT_LT(model->shortlist->entries(), 160 * 6);

  EXPECT_EQ(Translate().out, exact.out);
  const CommandOutcome listed = Translate({"--shortlist"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_NE(listed.out, exact.out);
}

TEST_F(ShortlistCommandTest, TranslateWithoutListsSaysWhatToDo) {
  const CommandOutcome outcome = Translate({"--shortlist"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("interpres-train shortlist"));
}

// Nearly all pairs stay in their places.
TEST_F(ShortlistCommandTest, OneTooManyPairsCostsOnePair) {
  std::ofstream en(Path("en"));
  std::ofstream es(Path("es"));
  for (std::size_t i = 0; i < 1001; ++i) {
    const TinySentencePair& pair = TinyCorpus()[i % TinyCorpus().size()];
    en << pair.en << '\n';
    es << pair.es << '\n';
  }
  en.close();
  es.close();
  const CommandOutcome outcome = Run(Command({"--max-pairs", "1000"}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(ShortlistCommandTest, MistakesAreNamed) {
  CommandOutcome outcome = Run(Command({"--source", Path("en")}));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("--source is given 2 times"));
  for (const auto& [language, message] :
       {std::pair("ess", "does not translate from en to ess"),
        std::pair("", "is no language code")}) {
    std::vector<std::string> no_such_language = Command();
    no_such_language.back() = language;
    outcome = Run(no_such_language);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
  outcome = Run(Command({"--best", "0"}));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("best is 0"));
  outcome = Run({"shortlist", "--model", Path("none"), "--source", Path("en"),
                 "--target", Path("es"), "--source-language", "en",
                 "--target-language", "es"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("no such model directory"));
}

}  // namespace
}  // namespace interpres
