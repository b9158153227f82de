#include "model/trainer/languages_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "model/language/language_table_file.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LanguagesCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream en(Path("en"));
    std::ofstream es(Path("es"));
    for (int i = 0; i < 20; ++i) {
      for (const TinySentencePair& pair : TinyCorpus()) {
        en << pair.en << '\n';
        es << pair.es << '\n';
      }
    }
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }

  CommandOutcome Train(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"languages",  "--text", Path("en"),
                                          "--language", "en",     "--output",
                                          Path("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddLanguagesCommand(app, exit_code);
    });
  }

  const TempDir directory_;
};

TEST_F(LanguagesCommandTest, WritesATableAndReportsTheHeldOutLines) {
  const CommandOutcome outcome =
      Train({"--text", Path("es"), "--language", "es"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("out: 2 languages, certainty "));
  EXPECT_THAT(outcome.err, HasSubstr("es: of "));
  std::filesystem::create_directory(Path("model"));
  std::filesystem::rename(Path("out"), Path("model/languages.bin"));
  const auto table = ReadLanguageTable(Path("model"));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_THAT((*table)->languages(), ElementsAre("en", "es"));
}

TEST_F(LanguagesCommandTest, ALanguageMayHaveSeveralTexts) {
  const CommandOutcome outcome =
      Train({"--text", Path("es"), Path("en"), "--language", "es", "en"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("2 languages"));
}

TEST_F(LanguagesCommandTest, RefusesBadArguments) {
  CommandOutcome outcome = Train({"--text", Path("es")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("2 --text and 1 --language"));
  outcome = Train({"--text", Path("none"), "--language", "es"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("none"));
  outcome = Train({"--bits", "99"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("bits is 99"));
}

}  // namespace
}  // namespace interpres
