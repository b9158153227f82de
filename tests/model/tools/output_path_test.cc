#include "model/tools/output_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(CheckIsNoInputTest, KnowsAFileUnderAnotherName) {
  const TempDir directory;
  const std::filesystem::path text = directory.Write("text.en", "a\n");
  std::filesystem::create_symlink(text, directory.path() / "link");
  for (const char* name : {"text.en", "./text.en", "link"}) {
    EXPECT_THAT(
        CheckIsNoInput(directory.path() / name, {"none", text}).message(),
        HasSubstr("text.en is read"))
        << name;
  }
  EXPECT_TRUE(CheckIsNoInput(directory.path() / "new", {text}).ok());
  EXPECT_TRUE(CheckIsNoInput(directory.path() / "new", {}).ok());
  EXPECT_TRUE(CheckIsNoInput("", {text, ""}).ok());
}

}  // namespace
}  // namespace interpres
