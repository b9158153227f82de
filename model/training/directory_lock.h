// A lock that keeps a second process out of a directory while the object lives.

#ifndef INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_
#define INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_

#include <filesystem>
#include <utility>

#include "absl/status/statusor.h"

namespace interpres {

// An exclusive lock on a directory: an flock on the file `lock` in the
// directory. The destructor releases the lock. The kernel releases the lock
// when the process ends, even after a crash.
//
// The file stays, with one exception: the destructor removes the file and the
// directory if the file is the only one in the directory. A run that ends
// before it writes anything leaves nothing behind.
class DirectoryLock {
 public:
  // Creates the directory if needed and takes the lock. Does not wait. Returns
  // FAILED_PRECONDITION if another process, or another DirectoryLock, holds the
  // lock. Returns another error if the directory or the file cannot be created
  // or locked.
  static absl::StatusOr<DirectoryLock> Take(
      const std::filesystem::path& directory);

  ~DirectoryLock();
  DirectoryLock(DirectoryLock&& other) noexcept
      : directory_(std::move(other.directory_)),
        file_(std::exchange(other.file_, -1)) {}
  DirectoryLock& operator=(DirectoryLock&&) = delete;

 private:
  DirectoryLock(std::filesystem::path directory, int file)
      : directory_(std::move(directory)), file_(file) {}

  std::filesystem::path directory_;
  int file_;  // file descriptor; -1 after a move
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_
