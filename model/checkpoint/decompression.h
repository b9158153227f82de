// Decompression of whole files.

#ifndef INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_
#define INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

enum class Compression { kNone, kGzip, kZstd };

// Returns the compression that the ending of a file's name states: kGzip for
// `.gz`, kZstd for `.zst`, and kNone for any other ending.
Compression CompressionOf(std::string_view name);

// Returns `name` without the ending `.gz` or `.zst`. Returns `name` unchanged
// if it has neither. The result points into `name`.
std::string_view WithoutCompression(std::string_view name);

// Returns the maximum decompressed size, in bytes, that we accept for a
// compressed file of `stored_bytes` bytes: 16 times as much plus 1 MiB. Weights
// hardly compress. The limit keeps a small file from asking for much memory.
int64_t MaxDecompressedBytes(int64_t stored_bytes);

// Returns the decompressed `bytes`. Several compressed parts in a row count as
// one. Ignores zeros behind the last part of a gzip file. With kNone, returns
// `bytes` unchanged and ignores `max_bytes`. Returns INVALID_ARGUMENT if the
// bytes are damaged or cut, or if the result has more than `max_bytes` bytes.
// Also returns INVALID_ARGUMENT if a window of zstd is larger than 128 MiB, and
// RESOURCE_EXHAUSTED without enough memory. `file` starts every message.
absl::StatusOr<std::string> Decompress(Compression compression,
                                       std::string_view bytes,
                                       int64_t max_bytes,
                                       std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_
