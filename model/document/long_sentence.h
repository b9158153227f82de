// Divides a sentence that is too long for the model.

#ifndef INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_
#define INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/document/byte_span.h"

namespace interpres {

// How DivideSentence divides a sentence.
struct DivisionLimits {
  int64_t max_bytes = 0;  // of a part; above 0
  // Byte spans of the sentence that stay in one part. A span is divided only if
  // it has more than `max_bytes` bytes. REQUIRES: disjoint and in ascending
  // order.
  std::span<const ByteSpan> whole = {};
};

// Returns the parts of `sentence` in order, each with at most limits.max_bytes
// bytes. Only white space lies between the parts. A part ends, best first,
// after a mark such as `;` or `.`, after a comma, before a conjunction, at
// white space, or between two grapheme clusters of Unicode. Places in the first
// half of a usual part do not count, so that parts are not too short. A cluster
// is divided only if it is longer than a part may be. A single code point is
// never divided, even if it exceeds the limit. Returns one part if the sentence
// fits, and an empty vector if the sentence is empty.
//
// `language` is a code of BCP 47; empty means unknown. REQUIRES:
// limits.max_bytes is above 0, and `sentence` is UTF-8. Thread-safe.
std::vector<ByteSpan> DivideSentence(std::string_view sentence,
                                     const DivisionLimits& limits,
                                     std::string_view language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_LONG_SENTENCE_H_
