#include "model/trainer/output_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(CheckOutputTest, KnowsAFileUnderAnotherName) {
  const TempDir directory;
  const std::filesystem::path text = directory.Write("text.en", "a\n");
  std::filesystem::create_symlink(text, directory.path() / "link");
  for (const char* name : {"text.en", "./text.en", "link"}) {
    EXPECT_THAT(CheckOutput(directory.path() / name, {"none", text}).message(),
                HasSubstr("text.en is read"))
        << name;
  }
  EXPECT_TRUE(CheckOutput(directory.path() / "new", {text}).ok());
  EXPECT_TRUE(CheckOutput(directory.path() / "new", {}).ok());
  EXPECT_TRUE(CheckOutput("", {text, ""}).ok());
}

TEST(CheckOutputTest, KnowsWhatCannotBeWritten) {
  const TempDir directory;
  const std::filesystem::path text = directory.Write("text.en", "a\n");
  EXPECT_THAT(CheckOutput(directory.path() / "none" / "new", {}).message(),
              HasSubstr("none/new: cannot be written"));
  EXPECT_THAT(CheckOutput(text / "new", {}).message(),
              HasSubstr("text.en/new: cannot be written"));
  EXPECT_THAT(CheckOutput(directory.path(), {}).message(),
              HasSubstr("is a directory"));
  EXPECT_TRUE(CheckOutput("/dev/null", {}).ok());
  EXPECT_TRUE(CheckOutput("new", {}).ok());
}

TEST(CheckOutputDirectoryTest, KnowsTheInputUnderAnotherName) {
  const TempDir directory;
  const std::filesystem::path model = directory.path() / "model";
  std::filesystem::create_directory(model);
  std::filesystem::create_directory_symlink(model, directory.path() / "link");
  for (const char* name : {"model", "./model/", "link"}) {
    EXPECT_THAT(CheckOutputDirectory(directory.path() / name, model).message(),
                HasSubstr("model is read"))
        << name;
  }
  EXPECT_TRUE(CheckOutputDirectory(directory.path() / "new", model).ok());
  EXPECT_THAT(CheckOutputDirectory("", model).message(),
              HasSubstr("--output is empty"));
}

}  // namespace
}  // namespace interpres
