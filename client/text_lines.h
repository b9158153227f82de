// Reads lines of text with any line ending, with a byte order mark, or with
// bytes that are not UTF-8.

#ifndef INTERPRES_CLIENT_TEXT_LINES_H_
#define INTERPRES_CLIENT_TEXT_LINES_H_

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

struct TextLine {
  // The number of the line in the input, counted from 1.
  int64_t number = 0;

  // The line without its ending.
  std::string text;

  // The line ending: "\n" or "\r\n". Empty if the last line has no ending.
  std::string ending;
};

// Reads lines and counts them. Drops a byte order mark at the start of the
// input. Not thread-safe.
class LineReader {
 public:
  // REQUIRES: `input` outlives the reader.
  explicit LineReader(std::istream& input) : input_(input) {}

  // Returns the next line. Returns null at the end of the input and after a
  // read error, which sets `input.bad()`.
  std::optional<TextLine> Next();

  // The number of bytes read so far.
  int64_t bytes() const { return bytes_; }

 private:
  std::istream& input_;
  int64_t lines_ = 0;
  int64_t bytes_ = 0;
};

// Returns whether `text` has nothing to translate: it is empty or ASCII white
// space only.
bool IsBlank(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TEXT_LINES_H_
