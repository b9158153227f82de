#include "client/paragraph_reader.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace interpres {
namespace {

// Each paragraph as `number:text|ending`.
std::vector<std::string> Read(const std::string& input,
                              const ParagraphReaderOptions& options) {
  std::istringstream stream(input);
  LineReader lines(stream);
  ParagraphReader reader(lines, options);
  std::vector<std::string> paragraphs;
  for (auto next = reader.Next(); next; next = reader.Next()) {
    paragraphs.push_back(std::to_string(next->number) + ":" + next->text + "|" +
                         next->ending);
  }
  return paragraphs;
}

using Paragraphs = std::vector<std::string>;

TEST(ParagraphReaderTest, EveryLineIsAParagraphUnlessLinesAreWrapped) {
  EXPECT_EQ(Read("a\nb\n\nc", {}),
            (Paragraphs{"1:a|\n", "2:b|\n", "3:|\n", "4:c|"}));
}

TEST(ParagraphReaderTest, ABlankLineEndsAParagraph) {
  EXPECT_EQ(Read("a\r\nb\r\n \r\nc\nd", {.unit = ParagraphUnit::kParagraph}),
            (Paragraphs{"1:a\r\nb|\r\n", "3: |\r\n", "4:c\nd|"}));
}

TEST(ParagraphReaderTest, TheWholeInputCanBeOneParagraph) {
  EXPECT_EQ(Read("\na\r\n\nb\n", {.unit = ParagraphUnit::kWhole}),
            (Paragraphs{"1:\na\r\n\nb|\n"}));
  EXPECT_EQ(Read("", {.unit = ParagraphUnit::kWhole}), Paragraphs());
}

TEST(ParagraphReaderTest, DividesAParagraphThatIsTooLarge) {
  EXPECT_EQ(
      Read("aa\nbb\ncc\n", {.unit = ParagraphUnit::kParagraph, .max_bytes = 5}),
      (Paragraphs{"1:aa\nbb|\n", "3:cc|\n"}));
}

TEST(ParagraphReaderTest, AnEmptyInputHasNone) {
  EXPECT_EQ(Read("", {.unit = ParagraphUnit::kParagraph}), Paragraphs());
}

}  // namespace
}  // namespace interpres
