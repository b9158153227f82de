// Keeps a second process out of a directory for as long as the object lives.

#ifndef INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_
#define INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_

#include <filesystem>
#include <utility>

#include "absl/status/statusor.h"

namespace interpres {

// An flock on the file `lock` in the directory. The kernel lets go of it when
// the process ends, however it ends; the file stays.
class DirectoryLock {
 public:
  // Creates the directory. FAILED_PRECONDITION if another holds the lock.
  static absl::StatusOr<DirectoryLock> Take(
      const std::filesystem::path& directory);

  ~DirectoryLock();
  DirectoryLock(DirectoryLock&& other) noexcept
      : file_(std::exchange(other.file_, -1)) {}
  DirectoryLock& operator=(DirectoryLock&&) = delete;

 private:
  explicit DirectoryLock(int file) : file_(file) {}

  int file_;  // -1: moved from
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_DIRECTORY_LOCK_H_
