// Reads lines, paragraphs of several lines, or the whole input.

#ifndef INTERPRES_CLIENT_PARAGRAPH_READER_H_
#define INTERPRES_CLIENT_PARAGRAPH_READER_H_

#include <cstddef>
#include <optional>

#include "model/base/text_lines.h"

namespace interpres {

// The part of the input that ParagraphReader::Next returns as one paragraph.
enum class ParagraphUnit {
  kLine,
  kParagraph,  // all lines up to a blank line
  kWhole,      // all lines of the input
};

struct ParagraphReaderOptions {
  ParagraphUnit unit = ParagraphUnit::kLine;
  // Maximum size of a paragraph of kParagraph, in bytes, without its last line
  // ending. A longer paragraph is divided between two lines. A single line that
  // is longer is not divided. No effect on the other units.
  std::size_t max_bytes = std::size_t{1} << 20;
};

// Not thread-safe.
class ParagraphReader {
 public:
  // REQUIRES: `lines` outlives the reader.
  ParagraphReader(LineReader& lines, const ParagraphReaderOptions& options)
      : lines_(lines), options_(options) {}

  // Returns the next paragraph, as ParagraphUnit defines it. The result has the
  // number of the first line, the lines with the line endings between them, and
  // the ending of the last line. A blank line is a paragraph, except with
  // kWhole. Returns null at the end of the input. After a read error, returns
  // the lines before the error, then null. LineReader::failed tells whether an
  // error ended the input.
  std::optional<TextLine> Next();

 private:
  // Returns whether `line` continues the paragraph.
  bool Continues(const TextLine& paragraph, const TextLine& line) const;

  LineReader& lines_;
  const ParagraphReaderOptions options_;
  std::optional<TextLine> next_;  // a line that was read ahead
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_PARAGRAPH_READER_H_
