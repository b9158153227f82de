// Reads lines of text with any line ending, with a byte order mark, or with
// bytes that are not UTF-8.

#ifndef INTERPRES_MODEL_BASE_TEXT_LINES_H_
#define INTERPRES_MODEL_BASE_TEXT_LINES_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace interpres {

struct TextLine {
  // The number of the line in the input, counted from 1.
  int64_t number = 0;

  // The line without its ending.
  std::string text;

  // The line ending: "\n" or "\r\n". Empty if the last line has no ending.
  std::string ending;
};

// Reads a stream line by line and counts lines and bytes. Drops a byte order
// mark at the start of the stream. Not thread-safe.
class LineReader {
 public:
  // REQUIRES: `input` outlives the reader.
  explicit LineReader(std::istream& input) : input_(input) {}

  // Returns the next line. Returns null at the end of the input and after a
  // read error; failed() tells which. If a read error cuts a line, the line is
  // not returned.
  std::optional<TextLine> Next();

  // Returns whether a read error, and not the end of the input, ended the
  // reading.
  bool failed() const;

  // The number of bytes read so far.
  int64_t bytes() const { return bytes_; }

 private:
  std::istream& input_;
  int64_t lines_ = 0;
  int64_t bytes_ = 0;
};

// Reads up to `limit` lines and returns them without their endings. Returns
// fewer at the end of the input and after a read error; reader.failed() tells
// which.
std::vector<std::string> ReadLines(LineReader& reader, std::size_t limit);

// Returns all lines of a file without their endings. Returns the error of the
// system, with the path, if the file cannot be opened or read.
absl::StatusOr<std::vector<std::string>> ReadLines(
    const std::filesystem::path& path);

// Returns whether `text` is empty or consists of ASCII white space, so that
// there is nothing to translate.
bool IsBlank(std::string_view text);

// Returns `text` with a space in place of each line feed, carriage return and
// zero byte, so that the result is one line of a text file.
std::string OnOneLine(std::string text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_TEXT_LINES_H_
