// Puts the markup of a segment into its translation.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_PROJECTION_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_PROJECTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom_finder.h"
#include "model/document/byte_span.h"
#include "model/markup/marked_segment.h"

namespace interpres {

// A part of a translated segment: new bytes `text`, or bytes that are copied
// from the source.
struct ProjectedPart {
  std::string text;  // empty if `source` is not empty
  ByteSpan source = {};
};

// Returns the translation of a segment with its markup, in parts. Every item of
// the segment occurs once, with its bytes. Elements are balanced and nested as
// in the segment; PlaceItems (model/markup/item_placement.h) says where they
// stand. An item divides a word, or a protected span (FindAtoms with `atoms`),
// only if it divides the same word or span in the source. Characters of the
// text are escaped, and keep the spelling of the source.
//
// Without an alignment, words translate words by their positions. A translation
// that equals `segment.text` gives the bytes of the segment. Otherwise an
// attribute without quotes gets double quotes. Takes O(n log n) time. `source`
// is the text that has the segment. REQUIRES: the translation is UTF-8. Ignores
// spans of the alignment that lie outside the texts. Thread-safe.
std::vector<ProjectedPart> ProjectParts(std::string_view source,
                                        const MarkedSegment& segment,
                                        const AlignedText& translation,
                                        const AtomOptions& atoms);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_PROJECTION_H_
