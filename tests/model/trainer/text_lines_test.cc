#include "model/trainer/text_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

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

// The text, and then an error in place of the end.
class FailingBuffer : public std::stringbuf {
 public:
  using std::stringbuf::stringbuf;

 protected:
  int_type underflow() override { throw std::runtime_error("read"); }
};

TEST(TextLinesTest, ALineThatAnErrorCutsIsLeftOut) {
  FailingBuffer buffer("one\ntw", std::ios::in);
  std::istream stream(&buffer);
  EXPECT_THAT(ReadLines(stream, 9), ElementsAre("one"));
  EXPECT_TRUE(ReadingFailed(stream));
  std::istringstream whole("one\ntw");
  EXPECT_THAT(ReadLines(whole, 9), ElementsAre("one", "tw"));
  EXPECT_FALSE(ReadingFailed(whole));
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
