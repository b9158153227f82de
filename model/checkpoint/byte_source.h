// Random access to the bytes of a file of weights.

#ifndef INTERPRES_MODEL_CHECKPOINT_BYTE_SOURCE_H_
#define INTERPRES_MODEL_CHECKPOINT_BYTE_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// A sequence of bytes that can be read in parts. Thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Returns the number of bytes. The number never changes.
  virtual int64_t size() const = 0;

  // Copies out.size() bytes, which begin at `offset`, to `out`. Returns
  // INVALID_ARGUMENT if the source ends before. Returns DATA_LOSS if the file
  // behind the source has changed since it was opened, and otherwise the error
  // of the system. After an error, the content of `out` is undefined. REQUIRES:
  // offset >= 0.
  absl::Status Read(int64_t offset, std::span<std::byte> out) const;

 private:
  // Copies out.size() bytes, which begin at `offset`, to `out`. Returns the
  // errors of Read for a changed file and of the system. REQUIRES: offset >= 0,
  // and offset + out.size() is at most size().
  virtual absl::Status ReadWithin(int64_t offset,
                                  std::span<std::byte> out) const = 0;
};

// Opens a regular file for reading. The file stays open as long as the result
// exists. The file is not mapped into memory: if another program truncates or
// rewrites the file, ByteSource::Read returns DATA_LOSS. Returns the error of
// the system if the file cannot be opened, and INVALID_ARGUMENT if it is not a
// regular file. Messages begin with `path`.
absl::StatusOr<std::shared_ptr<const ByteSource>> OpenByteSource(
    const std::filesystem::path& path);

// Returns a source of bytes in memory. `bytes` must outlive the source.
std::shared_ptr<const ByteSource> BorrowBytes(std::span<const std::byte> bytes);

// Returns a source that owns `bytes`.
std::shared_ptr<const ByteSource> OwnBytes(std::string bytes);

// Returns a source that has the bytes of `source`, followed by the bytes of
// `tail`. The result keeps `source` alive.
std::shared_ptr<const ByteSource> AppendBytes(
    std::shared_ptr<const ByteSource> source, std::string tail);

// Returns a source that has the bytes [offset, offset + count) of `source`. The
// result keeps `source` alive. REQUIRES: offset >= 0, count >= 0, and offset +
// count is at most source->size().
std::shared_ptr<const ByteSource> SliceBytes(
    std::shared_ptr<const ByteSource> source, int64_t offset, int64_t count);

// Returns the bytes [offset, offset + count) of `source` as a string. Returns
// INVALID_ARGUMENT if the source ends before, and the other errors of
// ByteSource::Read. REQUIRES: offset >= 0, count >= 0, and `count` is at most
// source.size().
absl::StatusOr<std::string> ReadText(const ByteSource& source, int64_t offset,
                                     int64_t count);

// Returns the XXH3 (64 bits, seed 0) of the bytes of `source` from `offset` to
// the end, as 16 hex digits. Reads the bytes once. Returns the errors of
// ByteSource::Read. REQUIRES: offset >= 0.
absl::StatusOr<std::string> Checksum(const ByteSource& source, int64_t offset);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_BYTE_SOURCE_H_
