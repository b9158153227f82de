// Decompression of whole files.

#ifndef INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_
#define INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace interpres {

enum class Compression { kNone, kGzip, kZstd };

// Returns the compression that the ending of a file's name states: `.gz` or
// `.zst`.
Compression CompressionOf(std::string_view name);

// Returns the name without the ending of a compressed file.
std::string_view WithoutCompression(std::string_view name);

// Returns how many bytes a compressed file of `stored_bytes` bytes may have
// when it is decompressed. Weights hardly compress. The limit keeps a small
// file from asking for much memory.
int64_t MaxDecompressedBytes(int64_t stored_bytes);

// Returns the decompressed `bytes`. Several compressed parts in a row count as
// one. Ignores zeros behind the last part of a gzip file. Returns
// INVALID_ARGUMENT if the bytes are damaged or cut, if a window of zstd is
// larger than 128 MiB, or if there are more than `max_bytes` decompressed ones.
// `file` starts every message.
absl::StatusOr<std::string> Decompress(Compression compression,
                                       std::string_view bytes,
                                       int64_t max_bytes,
                                       std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DECOMPRESSION_H_
