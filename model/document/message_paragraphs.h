// The paragraphs of a text with messages of ICU or escapes of programs.

#ifndef INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_
#define INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_

#include <string_view>
#include <vector>

#include "model/document/byte_span.h"
#include "model/document/paragraphs.h"

namespace interpres {

// Returns the paragraphs of `text` (FindParagraphs). Of an argument with
// branches, such as `{n, plural, one {# file} other {# files}}`, only the texts
// of the branches have paragraphs, so that the rest is copied. No paragraph has
// text from both sides of such an argument. Unless options.wrapped is set, the
// escapes `\n` and `\r` of a program are line breaks, too. REQUIRES: `text` is
// UTF-8. Thread-safe.
std::vector<ByteSpan> FindMessageParagraphs(std::string_view text,
                                            const ParagraphOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_MESSAGE_PARAGRAPHS_H_
