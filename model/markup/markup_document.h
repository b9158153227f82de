// A text with markup, whose translation has the same markup.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_DOCUMENT_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_DOCUMENT_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/document/aligned_text.h"
#include "model/document/atom_finder.h"
#include "model/document/document.h"
#include "model/markup/marked_segment.h"
#include "model/markup/markup_options.h"

namespace interpres {

// A text that ParseMarkup has divided. The segments are in the order of their
// first bytes. The segment of an attribute can lie inside another segment; two
// segments never overlap in part. All other bytes are gaps.
struct MarkupDocument {
  std::string text;
  std::vector<MarkedSegment> segments;
  // The options of FindAtoms for the segments and their translations. Null
  // means the options by default.
  std::shared_ptr<const AtomOptions> atoms = nullptr;
};

// Divides a text in the format options.format into segments, which are to be
// translated, and gaps, which are copied. Takes O(n log n) time. Returns
// INVALID_ARGUMENT if `text` is not UTF-8, or if the format is XML and `text`
// is not well-formed. The message then has the offset of the error.
// Thread-safe.
absl::StatusOr<MarkupDocument> ParseMarkup(std::string text,
                                           const MarkupOptions& options);

// Returns the text of `document` with the translation of each segment in its
// place. Copies the gaps and the markup byte for byte, except attributes that
// are segments. `spans` of the result has the bytes of the translation of each
// segment. If a translation equals MarkedSegment::text, copies the bytes of the
// segment. REQUIRES: `translations` has one element for each segment. The
// translations are UTF-8, and the sources of their alignments are bytes of
// MarkedSegment::text. Thread-safe.
Rendered RenderMarkup(const MarkupDocument& document,
                      std::span<const AlignedText> translations);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_DOCUMENT_H_
