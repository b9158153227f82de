// Decodes bodies that a client has compressed: the header Content-Encoding
// (RFC 9110, section 8.4).

#ifndef INTERPRES_SERVER_HTTP_CONTENT_CODING_H_
#define INTERPRES_SERVER_HTTP_CONTENT_CODING_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

enum class ContentCoding { kIdentity, kDeflated };

// Returns the coding that a value of Content-Encoding names: kDeflated for
// `gzip`, `x-gzip` and `deflate`, in any case, and kIdentity for `identity` and
// for "". Returns INVALID_ARGUMENT for every other value.
absl::StatusOr<ContentCoding> ParseContentCoding(std::string_view value);

// Returns the bytes that `body` holds in gzip's or zlib's format. Returns
// INVALID_ARGUMENT if the body is damaged or cut, or if bytes follow it.
// Returns OUT_OF_RANGE if the result has more than `max_bytes` bytes. Throws
// std::bad_alloc without enough memory.
absl::StatusOr<std::string> InflateBody(std::string_view body,
                                        int64_t max_bytes);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_CONTENT_CODING_H_
