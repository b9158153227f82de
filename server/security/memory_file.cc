#include "server/security/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

absl::Status SystemError(const char* what) {
  return absl::InternalError(absl::StrCat(
      "cannot ", what, ": ", std::generic_category().message(errno)));
}

// Returns the descriptor of a new file with the contents.
absl::StatusOr<int> Write(std::string_view contents) {
  const int descriptor = memfd_create("interpres", MFD_CLOEXEC);
  if (descriptor < 0) {
    return SystemError("make a file in memory");
  }
  while (!contents.empty()) {
    const ssize_t written = write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno != EINTR) {
      const absl::Status status = SystemError("write a file in memory");
      close(descriptor);
      return status;
    }
    contents.remove_prefix(written < 0 ? 0 : written);
  }
  return descriptor;
}

}  // namespace

MemoryFile::MemoryFile(int descriptor)
    : descriptor_(descriptor),
      path_(absl::StrCat("/proc/self/fd/", descriptor)) {}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)) {}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

absl::StatusOr<MemoryFile> MemoryFile::Create(std::string_view contents) {
  INTERPRES_ASSIGN_OR_RETURN(const int descriptor, Write(contents));
  MemoryFile file(descriptor);
  if (access(file.path_.c_str(), R_OK) != 0) {
    return SystemError("open a file in memory by its path in /proc");
  }
  return file;
}

absl::Status MemoryFile::Replace(MemoryFile source) {
  // Atomic: at any time the path leads to one of the two files.
  return dup3(source.descriptor_, descriptor_, O_CLOEXEC) < 0
             ? SystemError("replace a file in memory")
             : absl::OkStatus();
}

}  // namespace interpres
