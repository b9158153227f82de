// Finds the parts of a text that sentences lie in.

#ifndef INTERPRES_MODEL_DOCUMENT_PARAGRAPHS_H_
#define INTERPRES_MODEL_DOCUMENT_PARAGRAPHS_H_

#include <string>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

struct ParagraphOptions {
  std::string_view language;  // a code of BCP 47; empty means unknown
  bool wrapped = false;       // a paragraph may have several lines
};

// Returns the byte spans of the paragraphs of `text` in order. A paragraph is a
// line, or a cell of a line with tabs. Leaves out the white space around a
// paragraph, and a list or quote marker before further text. Each paragraph has
// a letter or a digit. The times of a subtitle
// (`00:00:01,000 --> 00:00:02,000`) are no paragraph.
//
// If options.wrapped is true, a paragraph continues on the next line. The
// paragraph ends before an empty line, before a line that begins with a marker,
// before a line without letters and digits, at the paragraph separator U+2029
// and at a tab. The paragraph ends before a line that begins with white space,
// unless the line begins below the text of a list item. Quoted lines (`> `)
// with equally many marks continue one another.
//
// REQUIRES: `text` is UTF-8. Thread-safe.
std::vector<ByteSpan> FindParagraphs(std::string_view text,
                                     const ParagraphOptions& options);

// Returns a paragraph with a space in place of each quote mark that begins a
// line after its first line, so that the marks are no part of a sentence. A
// quote mark is one or several `>`, but not `>` before a number, as in `>30`.
// All bytes keep their offsets. REQUIRES: `paragraph` is UTF-8. Thread-safe.
std::string WithoutQuoteMarks(std::string_view paragraph);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_PARAGRAPHS_H_
