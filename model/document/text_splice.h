// Puts given texts into a translation and keeps its alignment.

#ifndef INTERPRES_MODEL_DOCUMENT_TEXT_SPLICE_H_
#define INTERPRES_MODEL_DOCUMENT_TEXT_SPLICE_H_

#include <span>
#include <string>

#include "model/document/aligned_text.h"

namespace interpres {

// A text that replaces the bytes `target` of a translation. Empty bytes mean
// that the text is inserted at this place.
struct SplicedPart {
  ByteSpan target;
  std::string text;  // not empty
  ByteSpan source;   // the bytes of the source that `text` translates
};

// What stands around a part that is put into a translation.
enum class SpliceGap {
  kNatural,  // a space between an inserted part and the words beside it
  kSpace,    // a space
  kTab,      // a tab
};

// Returns the translation with the parts, and without the bytes of `removals`.
// A removal also takes one of the spaces beside it. Keeps the alignment of the
// other bytes, and aligns each part to its source. Takes linear time.
// Thread-safe. REQUIRES: the alignment is valid (WithValidAlignment). `parts`
// are in order of their targets, which do not overlap. `removals` are in order
// and overlap neither each other nor a target.
AlignedText SpliceParts(std::span<const SplicedPart> parts,
                        std::span<const ByteSpan> removals,
                        const AlignedText& translation, SpliceGap gap);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TEXT_SPLICE_H_
