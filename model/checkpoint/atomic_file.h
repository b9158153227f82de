// Files that are mapped, or written so that a crash leaves either the old file
// or the new one.

#ifndef INTERPRES_MODEL_CHECKPOINT_ATOMIC_FILE_H_
#define INTERPRES_MODEL_CHECKPOINT_ATOMIC_FILE_H_

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

// A read-only memory mapping of a regular file. Can be moved, not copied. The
// destructor unmaps the file. Replacing the file by rename is safe. Truncating
// the file in place is not safe: reading the lost bytes raises SIGBUS.
class MappedFile {
 public:
  static absl::StatusOr<MappedFile> Open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

// Replaces the file `path` in one step. Write appends to `path`.tmp. Commit
// syncs `path`.tmp, renames it to `path` and syncs the directory. Until Commit
// has renamed the file, `path` is unchanged, and the destructor removes
// `path`.tmp. Not thread-safe. REQUIRES: Commit is called once at most, after
// the last Write, and no other writer of `path` exists.
class AtomicFileWriter {
 public:
  static absl::StatusOr<std::unique_ptr<AtomicFileWriter>> Create(
      const std::filesystem::path& path);
  ~AtomicFileWriter();
  AtomicFileWriter(const AtomicFileWriter&) = delete;
  AtomicFileWriter& operator=(const AtomicFileWriter&) = delete;

  absl::Status Write(std::span<const std::byte> bytes);
  absl::Status Write(std::string_view text);
  absl::Status Commit();

 private:
  AtomicFileWriter(std::filesystem::path path, std::filesystem::path temporary,
                   int descriptor)
      : path_(std::move(path)),
        temporary_(std::move(temporary)),
        descriptor_(descriptor) {}

  const std::filesystem::path path_;
  const std::filesystem::path temporary_;
  int descriptor_ = -1;
  bool committed_ = false;
};

// Makes the entries of a directory durable, so that a rename in it survives a
// crash. An empty path means the current directory. Returns the error of the
// system. Returns OK if the file system cannot sync directories.
absl::Status SyncDirectory(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_ATOMIC_FILE_H_
