// Finds the text of HTML that is translated.

#ifndef INTERPRES_MODEL_MARKUP_HTML_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_HTML_DOCUMENT_H_

#include "model/document/byte_span.h"
#include "model/markup/segment_collector.h"

namespace interpres {

// Adds the segments of the HTML in the bytes `range` of the text to
// `collector`. Takes linear time. REQUIRES: the block of `collector` is empty,
// and the text is UTF-8.
//
// - An element that is no phrasing content begins and ends a block. `<br>` ends
//   a sentence.
// - The attributes title, alt, placeholder and aria-label are translated, the
//   labels of buttons, and the title and descriptions of the page in `meta`.
// - Elements with translate="no" or the class `notranslate` are copied, also
//   code, pre, scripts, text areas and graphics. An element with
//   translate="yes" is translated, also inside a copied element, but never a
//   script, a text area, `svg` or `math` itself.
void ReadHtml(ByteSpan range, SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_HTML_DOCUMENT_H_
