// An output file that gets its name only when it is complete.

#ifndef INTERPRES_CLIENT_OUTPUT_FILE_H_
#define INTERPRES_CLIENT_OUTPUT_FILE_H_

#include <fstream>
#include <memory>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// Writes to `<path>.partial`. Commit renames that file to `path` and replaces
// an older file. Without Commit the partial file stays and `path` is unchanged.
//
// If `path` is a link, the file that the link leads to is replaced, and the
// link stays. The partial file then lies beside the link's target. A device or
// a pipe is written directly. If `path` is the file of standard output or
// standard error, the output goes through std::cout or std::cerr. Not
// thread-safe.
class OutputFile {
 public:
  // Creates or empties `<path>.partial`. If `path` is a link to a file, the
  // partial file lies beside the link's target. Opens `path` itself if it is a
  // device or a pipe, and no file for a standard stream. Returns DATA_LOSS with
  // the name of the file and the reason if that fails.
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(std::string path);

  // The stream to write to.
  std::ostream& stream() { return standard_ != nullptr ? *standard_ : file_; }

  // Returns whether stream() is std::cout or std::cerr.
  bool is_standard() const { return standard_ != nullptr; }

  // Returns the path that stream() writes to, for messages: `<path>.partial`,
  // or `path` itself for a device, a pipe or a standard stream. If `path` is a
  // link to a file, the link's target takes the place of `path`.
  const std::string& partial_path() const { return partial_path_; }

  // Closes the partial file and renames it to `path`. Only flushes a standard
  // stream. Returns DATA_LOSS if a byte was not written, for example because
  // the disk is full, or if the renaming fails. REQUIRES: called at most once.
  absl::Status Commit();

 private:
  explicit OutputFile(std::string path);

  std::ostream* const standard_;  // null means that file_ is written
  const std::string path_;
  const std::string partial_path_;
  std::ofstream file_;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_OUTPUT_FILE_H_
