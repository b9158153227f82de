// Divides a sentence that is too long for the model.

#ifndef INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_
#define INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

struct DivisionLimits {
  int64_t max_bytes = 0;  // of a part; above 0
  // Spans of the sentence that are not divided unless they are too long
  // themselves. Disjoint and in order.
  std::span<const ByteSpan> whole = {};
};

// Returns the parts of `sentence` in order, each with at most `max_bytes`
// bytes. Only white space lies between the parts. A part ends, in this order of
// preference, after a clause mark, before a conjunction, at white space, or
// between two characters as users see them (grapheme clusters of Unicode). Only
// a cluster of more than `max_bytes` bytes is divided itself, and a part has at
// least one code point. The parts of a sentence have about equal lengths.
//
// `language` is a code of BCP 47; empty means unknown. REQUIRES: `sentence` is
// UTF-8. Thread-safe.
std::vector<ByteSpan> DivideSentence(std::string_view sentence,
                                     const DivisionLimits& limits,
                                     std::string_view language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_
