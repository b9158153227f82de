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

// The opening line of fenced code: a run of `length` characters `mark`, which
// is "`" or "~".
struct CodeFence {
  char mark = '`';
  std::size_t length = 0;
};
std::optional<CodeFence> ReadCodeFence(std::string_view line);
// Returns whether the line closes the fenced code that `fence` has opened.
// `line` has no line end and no white space at its start.
bool ClosesCode(std::string_view line, CodeFence fence);

// Returns whether the line is a thematic break of Markdown, such as `---`.
// `line` has no line end and no white space at its start.
bool IsThematicBreak(std::string_view line);
// Returns whether the line, of only `=` or only `-`, makes a heading of the
// paragraph before the line. `line` has no line end and no white space at its
// start.
bool IsSetextUnderline(std::string_view line);

// Returns the text of a heading such as `## Title ##`, as a span of the line.
// The span is empty for a heading without text. Returns null if the line is no
// heading. `line` has no line end and no white space at its start.
std::optional<ByteSpan> ReadHeading(std::string_view line);

// Returns the length of the marker of a list item at the start of the line,
// such as `-` or `1.`, without the white space after the marker. Returns 0 if
// the line has no marker. `interrupts` says that a paragraph is before the
// line: then a number other than 1 and an empty item do not count. `line` has
// no line end and no white space at its start.
std::size_t ListMarkerLength(std::string_view line, bool interrupts);

// The kind of HTML block that begins on a line of Markdown. The kind says where
// the block ends. kAbsent means no block, as for the line `<b>bold</b> text`.
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
// Returns whether the line has the end of an HTML block of the kind `block`.
// The kind kElement ends on a line that is empty or has only white space.
// `line` has no line end, but may begin with white space.
bool EndsHtmlBlock(std::string_view line, HtmlBlock block);

// Returns the cells of a row of a Markdown table, as spans of the line without
// the white space around them. `|` separates cells, `\|` does not. `line` has
// no line end and no white space at its start.
std::vector<ByteSpan> ReadCells(std::string_view line);
// Returns whether the line, such as `|---|:-:|`, can separate the head of a
// Markdown table from its body. `line` has no line end and no white space at
// its start.
bool IsDelimiterRow(std::string_view line);

// Returns the label of a definition such as `[label]: address "title"`, as
// NormalizedLabel writes it. The label of a footnote begins with `^`. Returns
// null if the line is no definition. `line` has no line end and no white space
// at its start.
std::optional<std::string> ReadDefinition(std::string_view line);

// Returns the label of a link or a definition in the form in which labels are
// compared: in lower case, with single spaces, without spaces at the ends.
std::string NormalizedLabel(std::string_view label);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_LINES_H_
