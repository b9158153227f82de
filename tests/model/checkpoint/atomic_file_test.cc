#include "model/checkpoint/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "model/base/read_file.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST(AtomicFileTest, CommitReplacesTheFile) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  std::ofstream(path) << "old";
  {
    auto writer = AtomicFileWriter::Create(path);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->Write("new text").ok());
    EXPECT_EQ(*ReadFile(path, 100), "old");
    ASSERT_TRUE((*writer)->Commit().ok());
  }
  EXPECT_EQ(*ReadFile(path, 100), "new text");
  EXPECT_FALSE(std::filesystem::exists(temp.path() / "file.tmp"));
}

TEST(AtomicFileTest, WithoutCommitNothingChanges) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  std::ofstream(path) << "old";
  {
    auto writer = AtomicFileWriter::Create(path);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE((*writer)->Write("half of").ok());
  }
  EXPECT_EQ(*ReadFile(path, 100), "old");
  EXPECT_FALSE(std::filesystem::exists(temp.path() / "file.tmp"));
}

TEST(AtomicFileTest, ErrorsNameTheFile) {
  const TempDir temp;
  const auto missing = temp.path() / "no" / "file";
  EXPECT_THAT(AtomicFileWriter::Create(missing).status().message(),
              HasSubstr((temp.path() / "no" / "file.tmp").string()));
  EXPECT_EQ(MappedFile::Open(missing).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_THAT(MappedFile::Open(temp.path()).status().message(),
              HasSubstr("not a regular file"));
}

TEST(AtomicFileTest, AnEmptyFileMapsToNothing) {
  const TempDir temp;
  const auto path = temp.path() / "file";
  std::ofstream(path) << "";
  const auto mapped = MappedFile::Open(path);
  ASSERT_TRUE(mapped.ok());
  EXPECT_TRUE(mapped->bytes().empty());
}

}  // namespace
}  // namespace interpres
