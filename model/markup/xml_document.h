// Finds the text of XML that is translated.

#ifndef INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_

#include "absl/status/status.h"
#include "model/markup/segment_collector.h"

namespace interpres {

// Adds the segments of the text of `collector`, which is XML.
// collector.options().xml says which elements divide the text. Copies
// attributes, comments and processing instructions. Copies ignored elements and
// elements with translate="no", with their content. A CDATA section is a
// separate block. Takes linear time. Returns INVALID_ARGUMENT if the text is
// not well-formed. REQUIRES: `collector` is new, the text is UTF-8.
absl::Status ReadXml(SegmentCollector& collector);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_XML_DOCUMENT_H_
