#include "server/http/content_coding.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 14;
// The largest window, and a header of gzip's or zlib's format.
constexpr int kWindowOfEitherFormat = 15 + 32;

absl::Status Damaged(std::string_view defect) {
  return absl::InvalidArgumentError(absl::StrCat(
      "the compressed body is damaged: ", AsAbsl(defect),
      "; send it in the format that the header Content-Encoding names"));
}

}  // namespace

absl::StatusOr<ContentCoding> ParseContentCoding(std::string_view value) {
  if (value.empty() || absl::EqualsIgnoreCase(AsAbsl(value), "identity")) {
    return ContentCoding::kIdentity;
  }
  for (const char* deflated : {"gzip", "x-gzip", "deflate"}) {
    if (absl::EqualsIgnoreCase(AsAbsl(value), deflated)) {
      return ContentCoding::kDeflated;
    }
  }
  return absl::InvalidArgumentError(
      "the header Content-Encoding is unknown; expected gzip, deflate or "
      "identity");
}

absl::StatusOr<std::string> InflateBody(std::string_view body,
                                        int64_t max_bytes) {
  z_stream stream = {};
  if (inflateInit2(&stream, kWindowOfEitherFormat) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = static_cast<uInt>(body.size());
  std::string result;
  std::array<char, kBlockBytes> block = {};
  for (int code = Z_OK; code != Z_STREAM_END;) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) {
      throw std::bad_alloc();
    }
    if (code != Z_OK && code != Z_STREAM_END) {
      return Damaged(code == Z_BUF_ERROR     ? "it is cut"
                     : stream.msg == nullptr ? "it needs a dictionary"
                                             : stream.msg);
    }
    const std::size_t size = result.size() + block.size() - stream.avail_out;
    if (size > static_cast<std::size_t>(max_bytes)) {
      return absl::OutOfRangeError(absl::StrCat(
          "the body has more than ", max_bytes,
          " bytes when it is decompressed; send several smaller requests"));
    }
    // Not twice the limit, as the string would grow.
    if (size > result.capacity()) {
      result.reserve(std::min<std::size_t>(2 * size, max_bytes));
    }
    result.append(block.data(), block.size() - stream.avail_out);
  }
  result.shrink_to_fit();
  return stream.avail_in == 0 ? absl::StatusOr<std::string>(std::move(result))
                              : Damaged("bytes follow its end");
}

}  // namespace interpres
