#include "model/base/read_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(ReadFileTest, ReadsAWholeFile) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  const std::string text(100'000, 'x');
  std::ofstream(path) << text;
  EXPECT_EQ(*ReadFile(path, 100'000), text);
}

TEST(ReadFileTest, ErrorsNameTheFile) {
  const TempDir temp;
  const auto missing = temp.path() / "no" / "file";
  const absl::Status status = ReadFile(missing, 1).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(),
            missing.string() + ": cannot open it: No such file or directory");
  EXPECT_THAT(ReadFile(temp.path(), 1).status().message(),
              HasSubstr("not a regular file"));
}

TEST(ReadFileTest, APipeIsNotWaitedFor) {
  const TempDir temp;
  const auto pipe = temp.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ReadFile(pipe, 10).status().message(),
              HasSubstr("not a regular file"));
}

TEST(ReadFileTest, TooLargeAFileIsNotRead) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  std::ofstream(path) << "12345";
  EXPECT_TRUE(ReadFile(path, 5).ok());
  EXPECT_THAT(ReadFile(path, 4).status().message(),
              HasSubstr("it has 5 bytes; at most 4 are expected"));
}

TEST(ReadStreamTest, ReadsFilesOfUnknownSize) {
  const auto status = ReadStream("/proc/self/status");
  ASSERT_TRUE(status.ok());
  EXPECT_THAT(*status, HasSubstr("Pid:"));
}

TEST(ReadStreamTest, WaitsForTheWriterOfAPipe) {
  const TempDir temp;
  const auto pipe = temp.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(100'000, 'x');
  std::thread writer([&] { std::ofstream(pipe) << text; });
  EXPECT_EQ(*ReadStream(pipe), text);
  writer.join();
}

TEST(ReadStreamTest, StopsAtTheLimit) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  std::ofstream(path) << "12345";
  EXPECT_EQ(*ReadStream(path, 6), "12345");
  EXPECT_EQ(*ReadStream(path, 4), "1234");
  EXPECT_EQ(*ReadStream(path, 0), "");
}

TEST(ReadStreamTest, ErrorsAreTheReason) {
  const TempDir temp;
  const absl::Status missing = ReadStream(temp.path() / "missing").status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(missing.message(), "No such file or directory");
  EXPECT_EQ(ReadStream(temp.path()).status().message(), "Is a directory");
}

}  // namespace
}  // namespace interpres
