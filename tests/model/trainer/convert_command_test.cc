// convert, and translate with the converted model, from the command line down.

#include "model/trainer/convert_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/checkpoint/int8_weights.h"
#include "model/engine/translation_model.h"
#include "model/kernels/compute_type.h"
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

// The models of each family, in directories of the test.
class Int8Test : public ConvertCommandTest {
 protected:
  void SetUp() override {
    if (!CheckComputeType(ComputeType::kInt8).ok()) {
      GTEST_SKIP() << "this CPU has no int8";
    }
    ASSERT_TRUE(WriteTinyModel(Path("tiny"), {}).ok());
    ASSERT_TRUE(WriteTinyM2m100(Path("m2m")).ok());
    std::filesystem::copy(Golden(), Path("native"));
  }

  std::string Int8File(const std::string& model) const {
    return Path(model) + "/" + kInt8File;
  }

  void Convert(const std::string& model) const {
    const CommandOutcome outcome =
        Run({"convert", "--model", Path(model), "--int8"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("int8.safetensors: written"));
  }

  std::string Int8Translations(const std::string& model) const {
    std::vector<std::string> more = {"--compute-type", "int8"};
    if (model != "native") {
      more.insert(more.end(), {"--target-language", "es"});
    }
    if (model == "m2m") {
      more.insert(more.end(), {"--source-language", "en"});
    }
    return Translations(Path(model), more);
  }

  std::string Refusal(const std::string& model, const std::string& type) const {
    const auto loaded = TranslationModel::Load(Path(model), type);
    return loaded.ok() ? "ok" : std::string(loaded.status().message());
  }
};

TEST_F(Int8Test, EveryFamilyTranslatesAlike) {
  for (const char* model : {"tiny", "m2m", "native"}) {
    const std::string exact = Int8Translations(model);
    const auto before = TranslationModel::Load(Path(model), "int8");
    ASSERT_TRUE(before.ok()) << before.status();
    Convert(model);
    EXPECT_EQ(Int8Translations(model), exact) << model;
    const auto after = TranslationModel::Load(Path(model), "int8");
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ((*after)->version(), (*before)->version()) << model;
    // The file is read: without its last byte, loading fails.
    std::filesystem::resize_file(
        Int8File(model), std::filesystem::file_size(Int8File(model)) - 1);
    EXPECT_THAT(Refusal(model, "int8"), HasSubstr(kInt8File));
    // Other types do not read the file.
    EXPECT_EQ(Refusal(model, "float32"), "ok");
  }
}

TEST_F(Int8Test, FloatWeightsMayBeAbsent) {
  const std::string exact = Int8Translations("m2m");
  Convert("m2m");
  std::filesystem::remove(Path("m2m") + "/model.safetensors");
  EXPECT_EQ(Int8Translations("m2m"), exact);
  for (const char* type : {"float32", "auto"}) {
    EXPECT_THAT(Refusal("m2m", type),
                HasSubstr("the directory has only int8.safetensors, which "
                          "needs --compute-type int8"));
  }
}

TEST_F(Int8Test, AStaleFileIsRefused) {
  Convert("tiny");
  const std::string weights = Path("tiny") + "/model.safetensors";
  // Another time of change and the same content.
  std::filesystem::last_write_time(
      weights,
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(Refusal("tiny", "int8"), "ok");
  ASSERT_TRUE(WriteTinyModel(Path("other"), {.seed = 2}).ok());
  std::filesystem::copy_file(Path("other") + "/model.safetensors", weights,
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(Refusal("tiny", "int8"),
              HasSubstr("int8.safetensors: it was made from the weights "
                        "\"model.safetensors\""));
  EXPECT_EQ(Refusal("tiny", "float32"), "ok");
  Convert("tiny");
  EXPECT_EQ(Refusal("tiny", "int8"), "ok");
}

TEST_F(Int8Test, AFileOfAnotherModelIsRefused) {
  Convert("tiny");
  Convert("m2m");
  std::filesystem::copy_file(Int8File("tiny"), Int8File("native"));
  EXPECT_THAT(Refusal("native", "int8"), HasSubstr("it was made from"));
  std::filesystem::remove(Path("m2m") + "/model.safetensors");
  std::filesystem::copy_file(Int8File("tiny"), Int8File("m2m"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(Refusal("m2m", "int8"), HasSubstr("int8.safetensors: tensor"));
}

// A new checkpoint does not keep the int8 file of the old one.
TEST_F(Int8Test, ANewCheckpointReplacesTheFile) {
  Convert("tiny");
  ASSERT_TRUE(WriteTinyModel(Path("tiny"), {.seed = 3}).ok());
  EXPECT_FALSE(std::filesystem::exists(Int8File("tiny")));
}

}  // namespace
}  // namespace interpres
