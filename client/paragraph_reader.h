// Reads lines, or paragraphs of several lines.

#ifndef INTERPRES_CLIENT_PARAGRAPH_READER_H_
#define INTERPRES_CLIENT_PARAGRAPH_READER_H_

#include <cstddef>
#include <optional>

#include "model/base/text_lines.h"

namespace interpres {

struct ParagraphReaderOptions {
  // Whether a paragraph has all lines up to a blank line. If false, every line
  // is a paragraph.
  bool wrapped = false;
  // Maximum size of a paragraph of several lines, in bytes. A longer paragraph
  // is divided between two lines.
  std::size_t max_bytes = std::size_t{1} << 20;
};

// Not thread-safe.
class ParagraphReader {
 public:
  // REQUIRES: `lines` outlives the reader.
  ParagraphReader(LineReader& lines, const ParagraphReaderOptions& options)
      : lines_(lines), options_(options) {}

  // Returns the next paragraph: the number of its first line, its lines with
  // the line endings between them, and the ending of the last line. A blank
  // line is a paragraph. Returns null as LineReader::Next does.
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
