// A file that is in memory only, for libraries that want a path.

#ifndef INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_
#define INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Its path opens for this process only (memfd_create(2), by /proc). Not
// thread-safe, but anybody may open the path meanwhile.
class MemoryFile {
 public:
  // INTERNAL if the system has no more of them, or no /proc.
  static absl::StatusOr<MemoryFile> Create(std::string_view contents);
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  const std::string& path() const { return path_; }

  // Moves the contents of `source` to this path. A reader that opens the path
  // gets either all of the old contents or all of the new. Needs no memory and
  // no new descriptor. Returns INTERNAL if the system refuses; then this file
  // keeps its contents. REQUIRES: `source` was not moved from.
  absl::Status Replace(MemoryFile source);

 private:
  explicit MemoryFile(int descriptor);

  int descriptor_;  // -1: moved from
  std::string path_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_
