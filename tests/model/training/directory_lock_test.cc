#include "model/training/directory_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(DirectoryLockTest, OneHolderAtATime) {
  const TempDir temporary;
  const std::filesystem::path directory = temporary.path() / "a" / "state";
  {
    absl::StatusOr<DirectoryLock> first = DirectoryLock::Take(directory);
    ASSERT_TRUE(first.ok()) << first.status();
    const DirectoryLock moved = *std::move(first);
    const absl::Status second = DirectoryLock::Take(directory).status();
    EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(second.message()),
                HasSubstr((directory / "lock").string()));
    EXPECT_THAT(std::string(second.message()), HasSubstr("another process"));
  }
  EXPECT_TRUE(DirectoryLock::Take(directory).ok());
}

TEST(DirectoryLockTest, LeavesNoEmptyDirectory) {
  const TempDir temporary;
  const std::filesystem::path directory = temporary.path() / "state";
  { ASSERT_TRUE(DirectoryLock::Take(directory).ok()); }
  EXPECT_FALSE(std::filesystem::exists(directory));
}

TEST(DirectoryLockTest, KeepsADirectoryWithFiles) {
  const TempDir temporary;
  const std::filesystem::path directory = temporary.path() / "state";
  {
    const absl::StatusOr<DirectoryLock> lock = DirectoryLock::Take(directory);
    ASSERT_TRUE(lock.ok()) << lock.status();
    std::ofstream(directory / "training.state") << "x";
  }
  EXPECT_TRUE(std::filesystem::exists(directory / "training.state"));
  EXPECT_TRUE(std::filesystem::exists(directory / "lock"));
}

TEST(DirectoryLockTest, ADirectoryThatCannotBeIsAnError) {
  const TempDir temporary;
  const std::filesystem::path file = temporary.path() / "file";
  std::ofstream(file) << "x";
  const absl::Status status = DirectoryLock::Take(file / "state").status();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("creating"));
}

}  // namespace
}  // namespace interpres
