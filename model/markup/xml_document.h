// Finds the text of XML that is translated.

#ifndef INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_

#include "absl/status/status.h"
#include "model/markup/segment_collector.h"

namespace interpres {

// Adds to `collector` the segments of collector.text(), which is XML.
// collector.options().xml says which elements divide the text. Segments have no
// text of attributes, comments, processing instructions, ignored elements and
// elements with translate="no", because a translation copies these. A CDATA
// section is a separate block. Takes linear time. Returns INVALID_ARGUMENT with
// the offset of the error if the text is not well-formed. REQUIRES: `collector`
// is new, and the text is UTF-8.
absl::Status ReadXml(SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_
