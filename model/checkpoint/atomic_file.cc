#include "model/checkpoint/atomic_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "model/base/file_descriptor.h"
#include "model/base/read_file.h"
#include "model/base/status.h"

namespace interpres {

namespace fs = std::filesystem;

absl::StatusOr<MappedFile> MappedFile::Open(const fs::path& path) {
  const FileDescriptor file(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.value() < 0) {
    return FileError(errno, "open", path);
  }
  INTERPRES_ASSIGN_OR_RETURN(const int64_t size,
                             RegularFileSize(file.value(), path));
  if (size == 0) {
    return MappedFile(std::span<const std::byte>());
  }
  void* data = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ,
                    MAP_PRIVATE, file.value(), 0);
  if (data == MAP_FAILED) {
    return FileError(errno, "map", path);
  }
  return MappedFile(std::span<const std::byte>(
      static_cast<const std::byte*>(data), static_cast<std::size_t>(size)));
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) {
    munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
}

absl::StatusOr<std::unique_ptr<AtomicFileWriter>> AtomicFileWriter::Create(
    const fs::path& path) {
  fs::path temporary = path;
  temporary += ".tmp";
  const int descriptor =
      open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    return FileError(errno, "create", temporary);
  }
  return std::unique_ptr<AtomicFileWriter>(
      new AtomicFileWriter(path, std::move(temporary), descriptor));
}

AtomicFileWriter::~AtomicFileWriter() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
  if (!committed_) {
    unlink(temporary_.c_str());
  }
}

absl::Status AtomicFileWriter::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return FileError(errno, "write", temporary_);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return absl::OkStatus();
}

absl::Status AtomicFileWriter::Write(std::string_view text) {
  return Write(std::as_bytes(std::span<const char>(text.data(), text.size())));
}

absl::Status AtomicFileWriter::Commit() {
  if (fsync(descriptor_) != 0) {
    return FileError(errno, "sync", temporary_);
  }
  // Some file systems report a failed write only here.
  if (close(std::exchange(descriptor_, -1)) != 0) {
    return FileError(errno, "close", temporary_);
  }
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    return FileError(errno, "rename a new file to", path_);
  }
  committed_ = true;
  return SyncDirectory(path_.parent_path());
}

absl::Status SyncDirectory(const fs::path& path) {
  const fs::path directory = path.empty() ? fs::path(".") : path;
  const FileDescriptor handle(
      open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.value() < 0) {
    return FileError(errno, "open", directory);
  }
  // EINVAL: a file system without durable directories has nothing to sync.
  if (fsync(handle.value()) != 0 && errno != EINVAL) {
    return FileError(errno, "sync", directory);
  }
  return absl::OkStatus();
}

}  // namespace interpres
