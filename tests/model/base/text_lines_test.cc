#include "model/base/text_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<TextLine> ReadAll(const std::string& input) {
  std::istringstream stream(input);
  LineReader reader(stream);
  std::vector<TextLine> lines;
  while (std::optional<TextLine> line = reader.Next()) {
    lines.push_back(*std::move(line));
  }
  EXPECT_EQ(reader.bytes(), static_cast<int64_t>(input.size()));
  return lines;
}

// The lines with their endings are the input again.
std::string Join(const std::vector<TextLine>& lines) {
  std::string text;
  for (const TextLine& line : lines) {
    text += line.text + line.ending;
  }
  return text;
}

TEST(LineReaderTest, KeepsEveryKindOfLineEnding) {
  const std::string input = "a\nb\r\n\n\r\nc\rd\nlast";
  const std::vector<TextLine> lines = ReadAll(input);
  ASSERT_EQ(lines.size(), 6);
  EXPECT_EQ(lines[0].ending, "\n");
  EXPECT_EQ(lines[1].text, "b");
  EXPECT_EQ(lines[1].ending, "\r\n");
  EXPECT_EQ(lines[2].text, "");
  EXPECT_EQ(lines[3].text, "");
  EXPECT_EQ(lines[3].ending, "\r\n");
  EXPECT_EQ(lines[4].text, "c\rd");
  EXPECT_EQ(lines[5].text, "last");
  EXPECT_EQ(lines[5].ending, "");
  EXPECT_EQ(lines[5].number, 6);
  EXPECT_EQ(Join(lines), input);
}

TEST(LineReaderTest, ALastCarriageReturnWithoutANewlineBelongsToTheText) {
  const std::vector<TextLine> lines = ReadAll("a\r");
  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0].text, "a\r");
}

TEST(LineReaderTest, EmptyInputHasNoLines) {
  EXPECT_TRUE(ReadAll("").empty());
  EXPECT_EQ(ReadAll("\n").size(), 1);
}

TEST(LineReaderTest, DropsAByteOrderMarkOnlyAtTheStart) {
  const std::vector<TextLine> lines = ReadAll("\xEF\xBB\xBFone\n\xEF\xBB\xBFx");
  EXPECT_EQ(lines[0].text, "one");
  EXPECT_EQ(lines[1].text, "\xEF\xBB\xBFx");
}

TEST(IsBlankTest, OnlyWhiteSpace) {
  EXPECT_TRUE(IsBlank(""));
  EXPECT_TRUE(IsBlank(" \t \r\v\f"));
  EXPECT_FALSE(IsBlank(" . "));
}

TEST(ReadLinesTest, StreamsInChunks) {
  std::istringstream stream("one\ntwo\r\n\nfour");
  LineReader reader(stream);
  EXPECT_THAT(ReadLines(reader, 2), ElementsAre("one", "two"));
  EXPECT_THAT(ReadLines(reader, 9), ElementsAre("", "four"));
  EXPECT_THAT(ReadLines(reader, 9), IsEmpty());
}

// The text, and then an error in place of the end.
class FailingBuffer : public std::stringbuf {
 public:
  using std::stringbuf::stringbuf;

 protected:
  int_type underflow() override { throw std::runtime_error("read"); }
};

TEST(ReadLinesTest, ALineThatAnErrorCutsIsLeftOut) {
  FailingBuffer buffer("one\ntw", std::ios::in);
  std::istream stream(&buffer);
  LineReader failing(stream);
  EXPECT_THAT(ReadLines(failing, 9), ElementsAre("one"));
  EXPECT_TRUE(failing.failed());
  std::istringstream text("one\ntw");
  LineReader whole(text);
  EXPECT_THAT(ReadLines(whole, 9), ElementsAre("one", "tw"));
  EXPECT_FALSE(whole.failed());
}

TEST(ReadLinesTest, RemovesOneCarriageReturnOfEachLine) {
  std::istringstream stream("a\r\r\nb\r");
  LineReader reader(stream);
  EXPECT_THAT(ReadLines(reader, 9), ElementsAre("a\r", "b"));
}

TEST(ReadLinesTest, FilesLoseTheByteOrderMark) {
  const TempDir directory;
  std::ofstream(directory.path() / "f") << "\xef\xbb\xbfuno\ndos\n";
  EXPECT_THAT(*ReadLines(directory.path() / "f"), ElementsAre("uno", "dos"));
}

TEST(OnOneLineTest, ReplacesLineEndsAndZeroBytes) {
  using std::string_literals::operator""s;
  EXPECT_EQ(OnOneLine("a\nb\r\0c\td"s), "a b  c\td");
}

TEST(ReadLinesTest, NamesAMissingFile) {
  const auto lines = ReadLines(std::filesystem::path("/nowhere/file"));
  EXPECT_EQ(lines.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(lines.status().message(), HasSubstr("/nowhere/file"));
}

}  // namespace
}  // namespace interpres
