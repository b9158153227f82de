#include "model/language/language_table_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

LanguageTable SmallTable() {
  LanguageTable::Content content{.languages = {"en", "zh-Hant"},
                                 .bits = 8,
                                 .unit = 0.03F,
                                 .certainty = 0.2F};
  content.penalties.resize(2 << 8);
  content.penalties[7] = 200;
  return *LanguageTable::Create(std::move(content));
}

absl::StatusOr<LanguageTable> Parse(const std::string& bytes) {
  return ParseLanguageTable(std::as_bytes(std::span(bytes)), "f.bin");
}

TEST(LanguageTableFileTest, ComesBackAsItWas) {
  const LanguageTable table = SmallTable();
  const absl::StatusOr<LanguageTable> read =
      Parse(SerializeLanguageTable(table));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->languages(), table.languages());
  EXPECT_EQ(read->content().bits, 8);
  EXPECT_EQ(read->content().unit, 0.03F);
  EXPECT_EQ(read->content().certainty, 0.2F);
  EXPECT_EQ(read->content().penalties, table.content().penalties);
}

TEST(LanguageTableFileTest, EveryTruncationIsRefused) {
  const std::string bytes = SerializeLanguageTable(SmallTable());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const absl::Status status = Parse(bytes.substr(0, size)).status();
    ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << size;
    ASSERT_THAT(std::string(status.message()), StartsWith("f.bin: "));
  }
  EXPECT_FALSE(Parse(bytes + "x").ok());
}

TEST(LanguageTableFileTest, EveryChangedByteIsRefused) {
  const std::string bytes = SerializeLanguageTable(SmallTable());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i >= 20 && i < 32) {
      continue;  // the unit and the certainty, which have a range
    }
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x55);
    ASSERT_FALSE(Parse(changed).ok()) << i;
  }
}

TEST(LanguageTableFileTest, HostileHeadersAreRefused) {
  const std::string bytes = SerializeLanguageTable(SmallTable());
  const auto refusal = [&](std::size_t offset, uint32_t value) {
    std::string changed = bytes;
    std::memcpy(changed.data() + offset, &value, sizeof(value));
    return std::string(Parse(changed).status().message());
  };
  EXPECT_THAT(refusal(0, 0), HasSubstr("does not begin as a language table"));
  EXPECT_THAT(refusal(8, 2), HasSubstr("its version is 2"));
  // The number of languages, and the bits.
  for (const std::size_t offset : {12, 16}) {
    for (const uint32_t value :
         {0U, 1U, 22U, 255U, 257U, 0x80000000U, 0xFFFFFFFFU}) {
      EXPECT_THAT(refusal(offset, value), HasSubstr("do not belong to the 544"))
          << offset << " " << value;
    }
  }
  EXPECT_THAT(refusal(20, 0), HasSubstr("its unit is 0"));
  EXPECT_THAT(refusal(24, 0x7FC00000), HasSubstr("its certainty is nan"));
}

TEST(LanguageTableFileTest, DamageIsNotAnotherTable) {
  std::string bytes = SerializeLanguageTable(SmallTable());
  bytes.back() ^= 1;
  const absl::Status status = Parse(bytes).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the file is damaged"));
}

TEST(LanguageTableFileTest, AModelDirectoryMayHaveATable) {
  const TempDir directory;
  absl::StatusOr<std::optional<LanguageTable>> read =
      ReadLanguageTable(directory.path());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_FALSE(read->has_value());
  const std::filesystem::path path = directory.path() / kLanguageTableFile;
  ASSERT_TRUE(WriteLanguageTable(path, SmallTable()).ok());
  read = ReadLanguageTable(directory.path());
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_TRUE(read->has_value());
  EXPECT_EQ((*read)->languages(), SmallTable().languages());
  std::ofstream(path) << "no table";
  EXPECT_THAT(
      std::string(ReadLanguageTable(directory.path()).status().message()),
      HasSubstr("languages.bin: "));
}

}  // namespace
}  // namespace interpres
