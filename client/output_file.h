// A file that has its name only when it is complete.

#ifndef INTERPRES_CLIENT_OUTPUT_FILE_H_
#define INTERPRES_CLIENT_OUTPUT_FILE_H_

#include <fstream>
#include <memory>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Writes to `<path>.partial`; Commit gives it its name, replacing what was
// there. Without Commit the partial file stays, clearly named, and `path` is
// untouched. A link is followed first; what is no file, as a device or a pipe,
// is written to directly, and what standard output or standard error goes to,
// through std::cout or std::cerr. Not thread-safe.
class OutputFile {
 public:
  // DATA_LOSS, naming the file and the reason, if it cannot be created.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(std::string path);

  std::ostream& stream() { return standard_ != nullptr ? *standard_ : file_; }

  // Whether stream() is std::cout or std::cerr.
  bool is_standard() const { return standard_ != nullptr; }

  const std::string& partial_path() const { return partial_path_; }

  // Closes and renames. DATA_LOSS if anything was not written (disk full).
  absl::Status Commit();

 private:
  explicit OutputFile(std::string path);

  std::ostream* const standard_;  // null: file_
  const std::string path_;
  const std::string partial_path_;
  std::ofstream file_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_OUTPUT_FILE_H_
