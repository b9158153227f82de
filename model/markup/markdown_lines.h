// The markers that lines of Markdown begin with.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_LINES_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_LINES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// All functions take the rest of a line without its line end. Except where a
// comment says otherwise, the rest begins with its first character that is not
// white space. They take linear time and are thread-safe.

// A line that opens or closes fenced code.
struct CodeFence {
  char mark = '`';
  std::size_t length = 0;
};
std::optional<CodeFence> ReadCodeFence(std::string_view line);
// Returns whether the line closes code that `fence` has opened.
bool ClosesCode(std::string_view line, CodeFence fence);

// Returns whether the line is a thematic break, such as `---`.
bool IsThematicBreak(std::string_view line);
// Returns whether the line makes a heading of the paragraph before it.
bool IsSetextUnderline(std::string_view line);

// Returns the text of a heading such as `## Title ##`, as a span of the line.
std::optional<ByteSpan> ReadHeading(std::string_view line);

// Returns the length of the marker of a list item, without the white space
// after it. 0 without a marker. `interrupts` says that a paragraph is before
// the line, which only some markers can end.
std::size_t ListMarkerLength(std::string_view line, bool interrupts);

// The kind of HTML that begins on a line.
enum class HtmlBlock {
  kAbsent,
  kRaw,          // script, pre, style, textarea: ends with an end tag
  kComment,      // ends with `-->`
  kInstruction,  // ends with `?>`
  kDeclaration,  // ends with `>`
  kCdata,        // ends with `]]>`
  kElement,      // ends before an empty line
};
HtmlBlock ReadHtmlBlock(std::string_view line, bool interrupts);
// Returns whether the line has the end of the block.
bool EndsHtmlBlock(std::string_view line, HtmlBlock block);

// Returns the cells of a row of a table, as spans of the line without white
// space.
std::vector<ByteSpan> ReadCells(std::string_view line);
// Returns whether the line separates the head of a table from its body.
bool IsDelimiterRow(std::string_view line);

// Returns the label of a definition such as `[label]: address "title"`. Null if
// the line is no definition. The label of a footnote begins with `^`.
std::optional<std::string> ReadDefinition(std::string_view line);

// Returns the label as links compare it: in lower case, with single spaces.
std::string NormalizedLabel(std::string_view label);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_LINES_H_
