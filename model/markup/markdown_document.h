// Finds the text of Markdown that is translated.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_DOCUMENT_H_

#include "model/markup/segment_collector.h"

namespace interpres {

// Adds the segments of collector.text(), which is Markdown, to `collector`.
// Reads CommonMark with tables, tasks, strikethrough, notes and bare addresses
// of GitHub. Reads HTML between empty lines as HTML, but copies HTML in lists
// and quotations. Takes O(n log n) time. REQUIRES: `collector` is new, and the
// text is UTF-8.
void ReadMarkdown(SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_DOCUMENT_H_
