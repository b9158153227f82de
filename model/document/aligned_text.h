// A translation that knows which bytes of its source each part translates.

#ifndef INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_H_
#define INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_H_

#include <string>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// Bytes of a translation, and the bytes of the source that they translate.
struct AlignedSpan {
  ByteSpan target;
  ByteSpan source;

  friend bool operator==(const AlignedSpan&, const AlignedSpan&) = default;
};

struct AlignedText {
  std::string text;

  // The parts of `text` that are aligned to the source, usually one for each
  // token, in the order of `target`. Targets do not overlap. Several elements
  // can have the same source. Bytes of `text` outside the targets are not
  // aligned.
  std::vector<AlignedSpan> alignment = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ALIGNED_TEXT_H_
