// Puts sentinels in place of parts of a source, and the parts back into the
// translation.

#ifndef INTERPRES_MODEL_DOCUMENT_MASKED_TEXT_H_
#define INTERPRES_MODEL_DOCUMENT_MASKED_TEXT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/byte_span.h"
#include "model/document/sentinel.h"

namespace interpres {

// A part of a source that a sentinel hides.
struct MaskedPart {
  ByteSpan source;       // in the source
  ByteSpan masked;       // the bytes of the sentinel, in MaskedText::text
  std::string sentinel;  // not empty
};

// A source with sentinels in place of some parts.
struct MaskedText {
  std::string text;
  std::vector<MaskedPart> parts;  // in order
};

// Returns the source with a sentinel in place of each of the spans. The
// sentinels have the numbers 0, 1, 2, ... Null if the form is kNone, there are
// more than kSentinelCount spans, or the source has one of the sentinels
// itself. REQUIRES: the spans are in order, disjoint and not empty.
// Thread-safe.
std::optional<MaskedText> MaskText(std::string_view source,
                                   std::span<const ByteSpan> spans,
                                   SentinelForm form);

// Returns a translation of the source, made from a translation of masked.text:
// values[i] replaces the sentinel of masked.parts[i]. The alignment of the
// result has the bytes of the source. Null unless the translation has each
// sentinel exactly once, without a letter, a digit or another mark beside it.
// REQUIRES: `values` has one element for each of the parts, not empty, and
// `source_size` is the number of bytes of the source. Thread-safe.
std::optional<AlignedText> UnmaskText(const MaskedText& masked,
                                      std::span<const std::string> values,
                                      AlignedText translation,
                                      int64_t source_size);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_MASKED_TEXT_H_
