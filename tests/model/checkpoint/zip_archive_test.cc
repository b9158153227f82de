#include "model/checkpoint/zip_archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/testing/toy_zip.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::shared_ptr<const ByteSource> ZipBytes(const std::string& file) {
  return BorrowBytes(std::as_bytes(std::span(file)));
}

// Returns the content of a member, or the message of the error.
std::string Content(const std::string& file, const std::string& member) {
  const auto archive = ZipArchive::Open(ZipBytes(file), "a.zip");
  if (!archive.ok()) {
    return std::string(archive.status().message());
  }
  const auto bytes = (*archive)->Stored(member);
  if (!bytes.ok()) {
    return std::string(bytes.status().message());
  }
  const auto text = ReadText(**bytes, 0, (*bytes)->size());
  return text.ok() ? *text : std::string(text.status().message());
}

TEST(ZipArchiveTest, StoredMembersAreRead) {
  for (const bool is_zip64 : {false, true}) {
    const std::string file =
        ToyZip({{.name = "a", .bytes = "first", .is_zip64 = is_zip64},
                {.name = "d/b", .bytes = "second", .is_zip64 = is_zip64},
                {.name = "empty", .bytes = "", .is_zip64 = is_zip64}});
    EXPECT_EQ(Content(file, "a"), "first");
    EXPECT_EQ(Content(file, "d/b"), "second");
    EXPECT_EQ(Content(file, "empty"), "");
    EXPECT_EQ(Content(file, "c"), "a.zip: the archive has no \"c\"");
  }
}

TEST(ZipArchiveTest, PartsAreReadInAnyOrderByAnyThread) {
  std::string data;
  for (int i = 0; i < 100'000; ++i) {
    data.push_back(static_cast<char>(i * 7));
  }
  const std::string file =
      ToyZip({{.name = "a", .bytes = data}, {.name = "b", .bytes = data}});
  const auto archive = ZipArchive::Open(ZipBytes(file), "a.zip");
  ASSERT_TRUE(archive.ok()) << archive.status();
  const auto read = [&](const std::string& member) {
    const auto bytes = (*archive)->Stored(member);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    for (const int64_t offset : {99'990, 5, 50'000, 0, 10}) {
      const auto part = ReadText(**bytes, offset, 10);
      ASSERT_TRUE(part.ok()) << part.status();
      EXPECT_EQ(*part, data.substr(static_cast<std::size_t>(offset), 10));
    }
    EXPECT_EQ(ReadText(**bytes, 99'991, 10).status().code(),
              absl::StatusCode::kInvalidArgument);
  };
  std::thread other([&] { read("a"); });
  read("b");
  other.join();
}

TEST(ZipArchiveTest, ContradictionsAreErrors) {
  EXPECT_THAT(Content("PK\x03\x04 no archive", "a"),
              StartsWith("a.zip: the zip archive is damaged"));
  EXPECT_THAT(Content(ToyZip({{.name = "a", .bytes = "12"},
                              {.name = "a", .bytes = "34"}}),
                      "a"),
              HasSubstr("\"a\" twice"));
  EXPECT_THAT(Content(ToyZip({{.name = "a", .bytes = "12", .method = 8}}), "a"),
              HasSubstr("is compressed"));
  EXPECT_THAT(
      Content(ToyZip({{.name = "a", .bytes = "12", .claimed_bytes = 1 << 20}}),
              "a"),
      HasSubstr("damaged"));
  EXPECT_THAT(Content(ToyZip({{.name = "a",
                               .bytes = "12",
                               .claimed_bytes = int64_t{1} << 50,
                               .is_zip64 = true}}),
                      "a"),
              HasSubstr("damaged"));
  // The member ends within the directory of the archive.
  EXPECT_THAT(
      Content(ToyZip({{.name = "a", .bytes = "12", .claimed_bytes = 20}}), "a"),
      HasSubstr("damaged"));
}

TEST(ZipArchiveTest, EveryTruncationIsAnError) {
  const std::string file =
      ToyZip({{.name = "a", .bytes = "first"}, {.name = "b", .bytes = "2"}});
  // An empty file counts as an archive without members.
  for (std::size_t size = 1; size < file.size(); ++size) {
    EXPECT_THAT(Content(file.substr(0, size), "a"), HasSubstr("damaged"))
        << size;
  }
}

// The CRC of the archive covers the data.
TEST(ZipArchiveTest, AChangedByteIsFound) {
  std::string file = ToyZip({{.name = "a", .bytes = "first"}});
  file[file.find("first")] = 'F';
  EXPECT_THAT(Content(file, "a"), HasSubstr("damaged"));
}

}  // namespace
}  // namespace interpres
