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
  kPlain,         // plain text, without escapes
  kMarkup,        // the content of an element of HTML or XML
  kCdata,         // the content of a CDATA section
  kDoubleQuoted,  // an attribute in double quotes
  kSingleQuoted,  // an attribute in single quotes
  kUnquoted,      // an attribute without quotes, which gets double quotes
  kMarkdown,      // a line of Markdown
  kMarkdownCell,  // a cell of a table of Markdown
};

// Writes plain text as bytes of markup. Escapes the characters that would be
// markup. Immutable. Thread-safe.
class TextEncoder {
 public:
  // A character in UTF-8, and the bytes that spell the character in the source,
  // such as `&eacute;`.
  using Spelling = std::pair<std::string_view, std::string_view>;

  // Makes an encoder that writes each character of `spellings` as its bytes. If
  // a character has several spellings, the first one counts. Ignores spellings
  // of spaces, tabs, line breaks, ASCII letters and digits. Adds `;` to a
  // spelling that begins with `&` and does not end with `;`.
  TextEncoder(TextEncoding encoding, const std::vector<Spelling>& spellings);

  // Returns `text` as bytes of the markup. Does not add the quotes around the
  // value of an attribute. REQUIRES: `text` is UTF-8.
  std::string Encode(std::string_view text) const;

 private:
  // Returns the bytes that spell `character`. Returns null if the character has
  // no spelling.
  const std::string* FindSpelling(std::string_view character) const;
  std::string_view EscapeOf(std::string_view text, std::size_t at) const;

  TextEncoding encoding_;
  absl::flat_hash_map<std::string, std::string> spellings_;
};

// Returns `text` with a `\` before its first character if this character is one
// of `#>+-=~|:`, which can begin a block of Markdown. If `text` begins with
// digits and `.` or `)`, which can begin a list, puts the `\` behind the
// digits. Otherwise returns `text` unchanged. Thread-safe.
std::string EscapeBlockStart(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TEXT_ENCODING_H_
