#include "client/text_lines.h"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace interpres {
namespace {

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
  EXPECT_TRUE(IsBlank(" \t \r"));
  EXPECT_FALSE(IsBlank(" . "));
}

}  // namespace
}  // namespace interpres
