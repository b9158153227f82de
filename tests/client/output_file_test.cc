#include "client/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

std::string Content(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

class OutputFileTest : public ::testing::Test {
 protected:
  const TempDir temp_dir_;
  const std::string directory_ = temp_dir_.path().string();
};

TEST_F(OutputFileTest, HasItsNameOnlyWhenComplete) {
  const std::string path = directory_ + "/out.txt";
  std::ofstream(path) << "old";
  auto file = OutputFile::Create(path);
  ASSERT_TRUE(file.ok()) << file.status();
  (*file)->stream() << "new";
  (*file)->stream().flush();
  EXPECT_EQ(Content(path), "old");
  EXPECT_EQ(Content(path + ".partial"), "new");
  ASSERT_TRUE((*file)->Commit().ok());
  EXPECT_EQ(Content(path), "new");
  EXPECT_FALSE(std::filesystem::exists(path + ".partial"));
}

TEST_F(OutputFileTest, WithoutCommitTheOldFileStays) {
  const std::string path = directory_ + "/out.txt";
  std::ofstream(path) << "old";
  {
    auto file = OutputFile::Create(path);
    (*file)->stream() << "half";
  }
  EXPECT_EQ(Content(path), "old");
  EXPECT_EQ(Content(path + ".partial"), "half");
}

TEST_F(OutputFileTest, NamesTheFileThatCannotBeCreated) {
  const auto file = OutputFile::Create(directory_ + "/missing/out.txt");
  EXPECT_EQ(file.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(file.status().message()),
              ::testing::HasSubstr("missing/out.txt.partial: No such file"));
}

TEST_F(OutputFileTest, AFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "skipped: no /dev/full here";
  }
  const std::string path = directory_ + "/out.txt";
  std::filesystem::create_symlink("/dev/full", path + ".partial");
  auto file = OutputFile::Create(path);
  ASSERT_TRUE(file.ok()) << file.status();
  (*file)->stream() << "text";
  EXPECT_EQ((*file)->Commit().code(), absl::StatusCode::kDataLoss);
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace interpres
