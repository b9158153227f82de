#include "client/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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

TEST_F(OutputFileTest, ALinkStaysOne) {
  const std::string target = directory_ + "/target.txt";
  const std::string link = directory_ + "/link.txt";
  std::filesystem::create_symlink("target.txt", link);
  for (const char* text : {"new", "newer"}) {  // without a target, and with
    auto file = OutputFile::Create(link);
    ASSERT_TRUE(file.ok()) << file.status();
    (*file)->stream() << text;
    ASSERT_TRUE((*file)->Commit().ok());
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(Content(target), text);
  }
}

TEST_F(OutputFileTest, APipeIsWrittenTo) {
  const std::string path = directory_ + "/pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  auto file = OutputFile::Create(path);
  ASSERT_TRUE(file.ok()) << file.status();
  (*file)->stream() << "text";
  ASSERT_TRUE((*file)->Commit().ok());
  char buffer[8] = {};
  EXPECT_EQ(read(reader, buffer, sizeof(buffer)), 4);
  close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

// As /dev/stdout and >(command) do.
TEST_F(OutputFileTest, WritesToAPipeWithoutAPath) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  auto file = OutputFile::Create("/proc/self/fd/" + std::to_string(ends[1]));
  ASSERT_TRUE(file.ok()) << file.status();
  (*file)->stream() << "text";
  ASSERT_TRUE((*file)->Commit().ok());
  char buffer[8] = {};
  EXPECT_EQ(read(ends[0], buffer, sizeof(buffer)), 4);
  close(ends[0]);
  close(ends[1]);
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
