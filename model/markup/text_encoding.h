// How the characters of a text are written in markup.

#ifndef INTERPRES_MODEL_MARKUP_TEXT_ENCODING_H_
#define INTERPRES_MODEL_MARKUP_TEXT_ENCODING_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace interpres {

enum class TextEncoding {
  kPlain,         // as it is
  kMarkup,        // the content of an element of HTML or XML
  kCdata,         // the content of a CDATA section
  kDoubleQuoted,  // an attribute in double quotes
  kSingleQuoted,  // an attribute in single quotes
  kUnquoted,      // an attribute without quotes, which gets double quotes
  kMarkdown,      // a line of Markdown
  kMarkdownCell,  // a cell of a table of Markdown
};

// Encodes text. Thread-safe.
class TextEncoder {
 public:
  // A character and its bytes in the source.
  using Spelling = std::pair<std::string_view, std::string_view>;

  // Writes each character of `spellings` as its bytes. The first spelling of a
  // character counts. Spaces, ASCII letters and digits have no spelling.
  TextEncoder(TextEncoding encoding, const std::vector<Spelling>& spellings);

  // Returns `text` as bytes of the markup, without the quotes of an attribute.
  // REQUIRES: `text` is UTF-8.
  std::string Encode(std::string_view text) const;

 private:
  // Returns null for a character without a spelling.
  const std::string* FindSpelling(std::string_view character) const;
  std::string_view EscapeOf(std::string_view text, std::size_t at) const;

  TextEncoding encoding_;
  absl::flat_hash_map<std::string, std::string> spellings_;
};

// Returns `text` with `\` before a character at the start that would begin a
// list, a heading, a quotation or another block of Markdown.
std::string EscapeBlockStart(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TEXT_ENCODING_H_
