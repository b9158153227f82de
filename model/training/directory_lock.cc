#include "model/training/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace interpres {

absl::StatusOr<DirectoryLock> DirectoryLock::Take(
    const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::ErrnoToStatus(
        error.value(), absl::StrFormat("%s: creating the directory failed",
                                       directory.string()));
  }
  const std::filesystem::path path = directory / "lock";
  DirectoryLock lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (lock.file_ < 0) {
    return absl::ErrnoToStatus(
        errno, absl::StrFormat("%s: cannot be opened", path.string()));
  }
  if (flock(lock.file_, LOCK_EX | LOCK_NB) == 0) {
    return lock;
  }
  if (errno == EWOULDBLOCK) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: another process is using this directory; wait for its end, or "
        "give this run another --state",
        path.string()));
  }
  return absl::ErrnoToStatus(
      errno, absl::StrFormat("%s: cannot be locked", path.string()));
}

DirectoryLock::~DirectoryLock() {
  if (file_ >= 0) {
    close(file_);
  }
}

}  // namespace interpres
