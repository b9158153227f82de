// A file in memory, for libraries that need a path.

#ifndef INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_
#define INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// A file in memory with a path that only this process can open
// (memfd_create(2), through /proc). Not thread-safe, but any thread may open
// the path at any time.
class MemoryFile {
 public:
  // Returns a file with `contents`. Returns INTERNAL if the system cannot
  // create or write the file, or has no /proc.
  static absl::StatusOr<MemoryFile> Create(std::string_view contents);
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile();

  const std::string& path() const { return path_; }

  // Moves the contents of `source` to the path of this file. A reader that
  // opens the path gets either all old contents or all new contents. A reader
  // that has the old contents open keeps them. Needs no memory and no new
  // descriptor. Returns INTERNAL if the system refuses; then this file keeps
  // its contents. REQUIRES: `source` was not moved from.
  absl::Status Replace(MemoryFile source);

 private:
  explicit MemoryFile(int descriptor);

  int descriptor_;  // -1 after a move
  std::string path_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SECURITY_MEMORY_FILE_H_
