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

// A read-only mapping of a regular file. Move-only; unmaps at destruction.
// Replacing the file by rename is safe; truncating it in place is not (SIGBUS).
class MappedFile {
 public:
  static absl::StatusOr<MappedFile> Open(const std::filesystem::path& path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return bytes_; }

  // Releases the memory of whole pages within `part`, a part of bytes(). A
  // released page is read from the file again when it is used.
  void Release(std::span<const std::byte> part) const;

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

// Writes `path`.tmp. Commit syncs the file, renames it to `path` and syncs the
// directory. Without a successful Commit, the destructor removes `path`.tmp and
// `path` is unchanged. Not thread-safe.
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

// Makes the entries of a directory durable.
absl::Status SyncDirectory(const std::filesystem::path& path);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_ATOMIC_FILE_H_
