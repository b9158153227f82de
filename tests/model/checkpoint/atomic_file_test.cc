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

TEST(AtomicFileTest, ReleasedPagesAreReadAgain) {
  const TempDir temp;
  const auto path = temp.path() / "large";
  std::string text(100'000, 'x');
  text[50'000] = 'y';
  std::ofstream(path) << text;
  const auto mapped = MappedFile::Open(path);
  ASSERT_TRUE(mapped.ok());
  const auto holds_text = [&] {
    const auto bytes = mapped->bytes();
    return std::equal(bytes.begin(), bytes.end(), text.begin(), text.end(),
                      [](std::byte byte, char c) {
                        return byte == static_cast<std::byte>(c);
                      });
  };
  EXPECT_TRUE(holds_text());
  mapped->Release(mapped->bytes());
  EXPECT_TRUE(holds_text());
  // Parts of pages, and nothing.
  mapped->Release(mapped->bytes().subspan(1, 9'000));
  mapped->Release(mapped->bytes().first(0));
  EXPECT_TRUE(holds_text());
}

}  // namespace
}  // namespace interpres
