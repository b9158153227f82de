// The paragraphs of a text with messages of ICU or escapes of programs.

#ifndef INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_
#define INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"
#include "model/document/paragraphs.h"

namespace interpres {

struct MessageParagraphs {
  std::vector<ByteSpan> paragraphs = {};
  // Whether the text has an argument with branches.
  bool has_branches = false;
};

// Returns the byte spans of the paragraphs of `text`, in order, as
// FindParagraphs does, except for two rules:
// - Of an argument with branches (FindMessageArguments), such as
//   `{n, plural, one {# file} other {# files}}`, only the texts of the branches
//   have paragraphs. A paragraph ends before and behind the argument.
// - Unless options.wrapped is set, the escapes `\n` and `\r` of source code are
//   line breaks. An escape inside a longer atom, such as a path, is not.
// REQUIRES: `text` is UTF-8. Thread-safe.
MessageParagraphs FindMessageParagraphs(std::string_view text,
                                        const ParagraphOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_
