#include "model/training/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace interpres {
namespace {

constexpr char kLockFile[] = "lock";

// Whether `path` still names the open file `file`. Another process removes its
// lock file while it holds the lock.
bool Names(const std::filesystem::path& path, int file) {
  struct stat named = {};
  struct stat open = {};
  return stat(path.c_str(), &named) == 0 && fstat(file, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

bool HasOnlyTheLock(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::directory_iterator entry(directory, error);
  const std::filesystem::directory_iterator end;
  if (error || entry == end || entry->path().filename() != kLockFile) {
    return false;
  }
  entry.increment(error);
  return !error && entry == end;
}

}  // namespace

absl::StatusOr<DirectoryLock> DirectoryLock::Take(
    const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::ErrnoToStatus(
        error.value(), absl::StrFormat("%s: creating the directory failed",
                                       directory.string()));
  }
  const std::filesystem::path path = directory / kLockFile;
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) {
    return absl::ErrnoToStatus(
        errno, absl::StrFormat("%s: cannot be opened", path.string()));
  }
  const bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
  const int lock_error = errno;
  if (locked && Names(path, file)) {
    return DirectoryLock(directory, file);
  }
  close(file);
  if (locked || lock_error == EWOULDBLOCK) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: another process is using this directory; wait for its end, or "
        "give this run another --state",
        path.string()));
  }
  return absl::ErrnoToStatus(
      lock_error, absl::StrFormat("%s: cannot be locked", path.string()));
}

DirectoryLock::~DirectoryLock() {
  if (file_ < 0) {
    return;
  }
  if (HasOnlyTheLock(directory_)) {
    std::error_code error;
    std::filesystem::remove(directory_ / kLockFile, error);
    std::filesystem::remove(directory_, error);
  }
  close(file_);
}

}  // namespace interpres
