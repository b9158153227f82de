#include "server/security/memory_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace interpres {
namespace {

std::string Read(std::istream& stream) {
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string ReadPath(const MemoryFile& file) {
  std::ifstream stream(file.path());
  return Read(stream);
}

MemoryFile Make(std::string_view contents) {
  auto file = MemoryFile::Create(contents);
  EXPECT_TRUE(file.ok()) << file.status();
  return *std::move(file);
}

TEST(MemoryFileTest, IsReadByItsPath) {
  const std::string contents = "one\ntwo" + std::string(100000, 'x');
  const auto file = MemoryFile::Create(contents);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(ReadPath(*file), contents);
  EXPECT_EQ(ReadPath(*file), contents);
}

TEST(MemoryFileTest, KeepsItsPathWhenItIsReplaced) {
  auto file = MemoryFile::Create("a long text");
  ASSERT_TRUE(file.ok()) << file.status();
  const std::string path = file->path();
  ASSERT_TRUE(file->Replace(Make("short")).ok());
  EXPECT_EQ(file->path(), path);
  EXPECT_EQ(ReadPath(*file), "short");
}

TEST(MemoryFileTest, WhoHasItOpenReadsOn) {
  auto file = MemoryFile::Create("old");
  ASSERT_TRUE(file.ok()) << file.status();
  std::ifstream stream(file->path());
  ASSERT_TRUE(file->Replace(Make("new")).ok());
  EXPECT_EQ(Read(stream), "old");
}

TEST(MemoryFileTest, Moves) {
  auto file = MemoryFile::Create("");
  ASSERT_TRUE(file.ok()) << file.status();
  MemoryFile moved = *std::move(file);
  ASSERT_TRUE(moved.Replace(Make("text")).ok());
  EXPECT_EQ(ReadPath(moved), "text");
}

}  // namespace
}  // namespace interpres
