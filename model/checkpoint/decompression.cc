#include "model/checkpoint/decompression.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr std::string_view kGzipEnding = ".gz";
constexpr std::string_view kZstdEnding = ".zst";
constexpr std::size_t kBlockBytes = std::size_t{1} << 16;
constexpr int64_t kMaxInflation = 16;
constexpr int64_t kInflationFloor = int64_t{1} << 20;
// Base-2 logarithm of the maximum window of a zstd frame, in bytes. The decoder
// keeps the window in memory. zstd has larger windows only with --long.
constexpr int kMaxWindowLog = 27;
// The maximum window that zstd writes.
constexpr uint64_t kMaxWrittenWindow = uint64_t{1} << 31;

absl::Status Damaged(std::string_view file, std::string_view defect) {
  return absl::InvalidArgumentError(absl::StrCat(
      AsAbsl(file), ": the compressed file is damaged: ", AsAbsl(defect),
      "; download the file again"));
}

// Appends a block to the result, which may not grow beyond `max_bytes`.
absl::Status Append(std::string_view block, int64_t max_bytes,
                    std::string_view file, std::string& result) {
  if (static_cast<int64_t>(result.size() + block.size()) > max_bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(file), ": it has more than ", max_bytes,
        " bytes when it is decompressed; decompress it with gunzip or unzstd "
        "if it is a model"));
  }
  result.append(block);
  return absl::OkStatus();
}

absl::StatusOr<std::string> DecompressGzip(std::string_view bytes,
                                           int64_t max_bytes,
                                           std::string_view file) {
  constexpr int kGzipWindow = 15 + 16;  // the largest window, and gzip's header
  z_stream stream = {};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) {
    return absl::ResourceExhaustedError(
        absl::StrCat(AsAbsl(file),
                     ": there is not enough memory; free some, or decompress "
                     "the file before"));
  }
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, inflateEnd);
  std::string result;
  std::string block(kBlockBytes, '\0');
  for (;;) {
    const auto count = static_cast<uInt>(
        std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = count;
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR) {
      return Damaged(file, stream.msg == nullptr ? "no gzip data" : stream.msg);
    }
    const std::size_t written = block.size() - stream.avail_out;
    const std::size_t read = count - stream.avail_in;
    bytes.remove_prefix(read);
    INTERPRES_RETURN_IF_ERROR(Append(std::string_view(block).substr(0, written),
                                     max_bytes, file, result));
    // Like gzip, accepts zeros behind the last part.
    if (code == Z_STREAM_END &&
        bytes.find_first_not_of('\0') == std::string_view::npos) {
      return result;
    }
    if (code == Z_STREAM_END) {
      inflateReset(&stream);  // another part follows
    } else if (written == 0 && read == 0) {
      return Damaged(file, "it is cut");
    }
  }
}

// Returns the window of the zstd frame at the beginning of `frame`, in bytes
// (RFC 8878, section 3.1.1.1). REQUIRES: the frame has a whole header.
uint64_t WindowOfFrame(std::string_view frame) {
  constexpr std::size_t kDescriptor = 4;  // behind the magic number
  constexpr unsigned kSingleSegment = 0x20;
  const auto descriptor = static_cast<unsigned char>(frame[kDescriptor]);
  if ((descriptor & kSingleSegment) != 0) {
    return ZSTD_getFrameContentSize(frame.data(), frame.size());
  }
  const auto window = static_cast<unsigned char>(frame[kDescriptor + 1]);
  const uint64_t base = uint64_t{1} << (10 + (window >> 3));
  return base + base / 8 * (window & 7);
}

// Returns the error for the code with which zstd refused the frame at the
// beginning of `frame`.
absl::Status ZstdError(std::size_t code, std::string_view frame,
                       std::string_view file) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge) {
    const uint64_t window = WindowOfFrame(frame);
    if (window <= kMaxWrittenWindow) {
      return absl::InvalidArgumentError(absl::StrCat(
          AsAbsl(file), ": the zstd window is ", window,
          " bytes; expected at most ", uint64_t{1} << kMaxWindowLog,
          "; decompress the file with `zstd -d --long=31`, or compress the "
          "file again without --long"));
    }
  }
  return Damaged(file, ZSTD_getErrorName(code));
}

absl::StatusOr<std::string> DecompressZstd(std::string_view bytes,
                                           int64_t max_bytes,
                                           std::string_view file) {
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream(
      ZSTD_createDStream(), ZSTD_freeDStream);
  if (stream == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat(AsAbsl(file),
                     ": there is not enough memory; free some, or decompress "
                     "the file before"));
  }
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  std::string result;
  std::string block(kBlockBytes, '\0');
  std::size_t frame_start = 0;
  ZSTD_inBuffer in = {.src = bytes.data(), .size = bytes.size(), .pos = 0};
  for (;;) {
    ZSTD_outBuffer out = {.dst = block.data(), .size = block.size(), .pos = 0};
    const std::size_t before = in.pos;
    const std::size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(left) != 0) {
      return ZstdError(left, bytes.substr(frame_start), file);
    }
    INTERPRES_RETURN_IF_ERROR(Append(std::string_view(block).substr(0, out.pos),
                                     max_bytes, file, result));
    if (left == 0 && in.pos == in.size) {
      return result;
    }
    if (out.pos == 0 && in.pos == before) {
      return Damaged(file, "it is cut");
    }
    if (left == 0) {
      frame_start = in.pos;  // another part follows
    }
  }
}

}  // namespace

Compression CompressionOf(std::string_view name) {
  if (name.ends_with(kGzipEnding)) {
    return Compression::kGzip;
  }
  return name.ends_with(kZstdEnding) ? Compression::kZstd : Compression::kNone;
}

std::string_view WithoutCompression(std::string_view name) {
  switch (CompressionOf(name)) {
    case Compression::kNone:
      break;
    case Compression::kGzip:
      name.remove_suffix(kGzipEnding.size());
      break;
    case Compression::kZstd:
      name.remove_suffix(kZstdEnding.size());
      break;
  }
  return name;
}

int64_t MaxDecompressedBytes(int64_t stored_bytes) {
  return kInflationFloor + kMaxInflation * stored_bytes;
}

absl::StatusOr<std::string> Decompress(Compression compression,
                                       std::string_view bytes,
                                       int64_t max_bytes,
                                       std::string_view file) {
  switch (compression) {
    case Compression::kNone:
      break;
    case Compression::kGzip:
      return DecompressGzip(bytes, max_bytes, file);
    case Compression::kZstd:
      return DecompressZstd(bytes, max_bytes, file);
  }
  return std::string(bytes);
}

}  // namespace interpres
