#include "model/tools/text_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(TextLinesTest, StreamsInChunks) {
  std::istringstream stream("one\ntwo\r\n\nfour");
  EXPECT_THAT(ReadLines(stream, 2), ElementsAre("one", "two"));
  EXPECT_THAT(ReadLines(stream, 9), ElementsAre("", "four"));
  EXPECT_THAT(ReadLines(stream, 9), IsEmpty());
}

TEST(TextLinesTest, FilesLoseTheByteOrderMark) {
  const TempDir directory;
  std::ofstream(directory.path() / "f") << "\xef\xbb\xbfuno\ndos\n";
  EXPECT_THAT(*ReadLines(directory.path() / "f"), ElementsAre("uno", "dos"));
}

TEST(TextLinesTest, MakesOneLineOfAnyText) {
  using std::string_literals::operator""s;
  EXPECT_EQ(OnOneLine("a\nb\r\0c\td"s), "a b  c\td");
}

TEST(TextLinesTest, NamesAMissingFile) {
  const auto lines = ReadLines(std::filesystem::path("/nowhere/file"));
  EXPECT_EQ(lines.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(lines.status().message(), HasSubstr("/nowhere/file"));
}

}  // namespace
}  // namespace interpres
