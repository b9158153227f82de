// convert, and translate with the converted model, from the command line down.

#include "model/trainer/convert_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/trainer/translate_command.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_m2m_100.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

std::string Golden() {
  const char* root = std::getenv("INTERPRES_SOURCE_DIR");
  return std::filesystem::path(root == nullptr ? "." : root) / "tests" /
         "golden" / "native_marian";
}

class ConvertCommandTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }

  static CommandOutcome Run(const std::vector<std::string>& arguments) {
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddConvertCommand(app, exit_code);
      AddTranslateCommand(app, exit_code);
    });
  }

  // Returns all translations of a beam with their scores.
  std::string Translations(const std::string& model,
                           const std::vector<std::string>& more = {}) const {
    // The rules of OPUS-MT change the punctuation.
    std::ofstream(Path("text")) << "bako mitu.\nsalno\xE3\x80\x82 repi\n"
                                << "koko \xE2\x80\x9C"
                                << "la\xE2\x80\x9D!\n";
    std::vector<std::string> arguments = {"translate", "--model", model,
                                          "--beam",    "4",       "--nbest",
                                          "4",         "--scores"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back(Path("text"));
    const CommandOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
  }

  TempDir directory_;
};

TEST_F(ConvertCommandTest, NativeMarianTranslatesAlike) {
  const CommandOutcome outcome =
      Run({"convert", "--model", Golden(), "--output", Path("new/out")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err,
              HasSubstr("new/out: written as a MarianMT model in float32"));
  EXPECT_EQ(Translations(Path("new/out")), Translations(Golden()));
  const CommandOutcome half = Run({"convert", "--model", Golden(), "--output",
                                   Path("half"), "--type", "float16"});
  ASSERT_EQ(half.exit_code, 0) << half.err;
  EXPECT_LT(std::filesystem::file_size(Path("half") + "/model.safetensors"),
            std::filesystem::file_size(Path("new/out") + "/model.safetensors"));
  EXPECT_FALSE(Translations(Path("half")).empty());
}

TEST_F(ConvertCommandTest, MarianMtTranslatesAlike) {
  ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
  const CommandOutcome outcome =
      Run({"convert", "--model", Path("tiny"), "--output", Path("out")});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::vector<std::string> language = {"--target-language", "es"};
  EXPECT_EQ(Translations(Path("out"), language),
            Translations(Path("tiny"), language));
}

TEST_F(ConvertCommandTest, MistakesAreNamed) {
  ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
  ASSERT_TRUE(WriteTinyM2m100(Path("m2m")).ok());
  std::filesystem::create_directory_symlink(Path("tiny"), Path("link"));
  struct Case {
    const char* model;
    const char* output;
    const char* message;
  };
  for (const auto& [model, output, message] :
       {Case{"tiny", "tiny", "tiny is read"},
        Case{"tiny", "link", "tiny is read"},
        Case{"absent", "out", "absent: no such model directory"},
        Case{"m2m", "out",
             "m2m: this M2M-100 model cannot be converted: sources begin"}}) {
    const CommandOutcome outcome =
        Run({"convert", "--model", Path(model), "--output", Path(output)});
    EXPECT_EQ(outcome.exit_code, 1) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(Path("out")));
  }
  const CommandOutcome outcome = Run({"convert", "--model", Path("tiny")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("--output is empty"));
}

}  // namespace
}  // namespace interpres
