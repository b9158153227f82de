// Lines of text as the command line meets them: any line ending, a byte order
// mark, bytes that are not UTF-8.

#ifndef INTERPRES_CLIENT_TEXT_LINES_H_
#define INTERPRES_CLIENT_TEXT_LINES_H_

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

namespace interpres {

struct TextLine {
  // From 1.
  int64_t number = 0;

  // Without the line ending.
  std::string text;

  // What ended the line: "\n", "\r\n", or "" for a last line without one.
  std::string ending;
};

// Reads lines and counts them. A byte order mark at the start of the input is
// dropped. Not thread-safe.
class LineReader {
 public:
  // `input` must outlive the reader.
  explicit LineReader(std::istream& input) : input_(input) {}

  // The next line; nullopt at the end of the input or when reading failed
  // (`input.bad()`).
  std::optional<TextLine> Next();

  // The bytes read so far, for progress.
  int64_t bytes() const { return bytes_; }

 private:
  std::istream& input_;
  int64_t lines_ = 0;
  int64_t bytes_ = 0;
};

// Whether there is nothing to translate: only ASCII white space.
bool IsBlank(std::string_view text);

// Whether `text` is UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing
// above U+10FFFF). Protocol Buffers would send other bytes and the server
// would refuse the whole request.
bool IsValidUtf8(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TEXT_LINES_H_
