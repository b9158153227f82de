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

  // Copies the bytes from `offset` on to `out`. Returns INVALID_ARGUMENT if
  // the source has fewer bytes. Returns DATA_LOSS if the file behind the source
  // has changed since it was opened, and otherwise the error of the system.
  // REQUIRES: offset >= 0.
  absl::Status Read(int64_t offset, std::span<std::byte> out) const;

 private:
  // Like Read. REQUIRES: the bytes are within size().
  virtual absl::Status ReadWithin(int64_t offset,
                                  std::span<std::byte> out) const = 0;
};

// Opens a regular file. The file stays open as long as the result. Nothing is
// mapped: if another program truncates or rewrites the file, reading returns
// DATA_LOSS. Returns the error of the system if the file cannot be opened, and
// INVALID_ARGUMENT if it is not a regular file. Messages begin with `path`.
absl::StatusOr<std::shared_ptr<const ByteSource>> OpenByteSource(
    const std::filesystem::path& path);

// Returns a source of bytes in memory. `bytes` must outlive the source.
std::shared_ptr<const ByteSource> BorrowBytes(std::span<const std::byte> bytes);

// Returns a source that owns `bytes`.
std::shared_ptr<const ByteSource> OwnBytes(std::string bytes);

// Returns the bytes of `source`, then `tail`.
std::shared_ptr<const ByteSource> AppendBytes(
    std::shared_ptr<const ByteSource> source, std::string tail);

// Returns the bytes [offset, offset + count) of `source` as a source of their
// own. REQUIRES: offset >= 0, count >= 0, and offset + count is at most
// source->size().
std::shared_ptr<const ByteSource> SliceBytes(
    std::shared_ptr<const ByteSource> source, int64_t offset, int64_t count);

// Returns the bytes [offset, offset + count) of `source`, as text. Returns the
// errors of ByteSource::Read. REQUIRES: offset >= 0, count >= 0, and `count` is
// at most source.size().
absl::StatusOr<std::string> ReadText(const ByteSource& source, int64_t offset,
                                     int64_t count);

// Returns the XXH3 (64 bits, seed 0) of the bytes from `offset` to the end, as
// 16 hex digits. Returns the errors of ByteSource::Read.
absl::StatusOr<std::string> Checksum(const ByteSource& source, int64_t offset);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_BYTE_SOURCE_H_
