// A range of the bytes of a text.

#ifndef INTERPRES_MODEL_DOCUMENT_BYTE_SPAN_H_
#define INTERPRES_MODEL_DOCUMENT_BYTE_SPAN_H_

#include <cstdint>
#include <string_view>

namespace interpres {

// The bytes [begin, end) of a text in UTF-8. Both ends lie between code points.
struct ByteSpan {
  int64_t begin = 0;
  int64_t end = 0;

  friend bool operator==(const ByteSpan&, const ByteSpan&) = default;
};

// Returns the bytes of `span`. REQUIRES: `span` lies in `text`.
inline std::string_view BytesOf(std::string_view text, ByteSpan span) {
  return text.substr(span.begin, span.end - span.begin);
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_BYTE_SPAN_H_
