// The files of glossaries on disk.

#ifndef INTERPRES_SERVER_GLOSSARY_GLOSSARY_DIRECTORY_H_
#define INTERPRES_SERVER_GLOSSARY_GLOSSARY_DIRECTORY_H_

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The owner and the name of a file. The owner is "" for the operator.
using GlossaryFileKey = std::pair<std::string, std::string>;

struct FoundGlossaryFile {
  GlossaryFileKey key;
  // Changes when the file is replaced or written.
  std::string fingerprint;
};

// A directory with the glossary files of the operator, and with the files of
// each owner in owners/OWNER. Thread-safe. REQUIRES: no two concurrent Write
// calls have the same key, in any process.
class GlossaryDirectory {
 public:
  explicit GlossaryDirectory(std::filesystem::path root)
      : root_(std::move(root)) {}

  std::filesystem::path PathOf(const GlossaryFileKey& key) const;

  // Returns the files of the operator and of all owners that end in .tsv, .csv
  // or .tbx, sorted by owner and name. Skips hidden files. Returns
  // FAILED_PRECONDITION if a directory cannot be read.
  absl::StatusOr<std::vector<FoundGlossaryFile>> List() const;
  // Returns the files of `owner` ("" means the operator) that end in .tsv, .csv
  // or .tbx, sorted by name. Skips hidden files. Returns an empty list if a
  // client has no directory. Returns FAILED_PRECONDITION if the directory
  // cannot be read, or if the operator's directory does not exist.
  absl::StatusOr<std::vector<FoundGlossaryFile>> ListOwner(
      const std::string& owner) const;

  // Returns the content of the file. Returns NOT_FOUND if the file does not
  // exist, INVALID_ARGUMENT if the file is larger than `max_bytes`, and the
  // other errors of ReadFile. The message does not begin with the path.
  absl::StatusOr<std::string> Read(const GlossaryFileKey& key,
                                   int64_t max_bytes) const;

  // Write replaces or creates a file in one step. Remove removes a file, and
  // returns OK if the file does not exist. After a crash, the file is the old
  // file or the new file. Write makes missing directories of owners, which only
  // the user of the server can read. Both return RESOURCE_EXHAUSTED if the disk
  // is full, and FAILED_PRECONDITION for any other error of the system.
  absl::Status Write(const GlossaryFileKey& key,
                     std::string_view content) const;
  absl::Status Remove(const GlossaryFileKey& key) const;

 private:
  std::filesystem::path DirectoryOf(const std::string& owner) const;
  absl::Status TryWrite(const GlossaryFileKey& key,
                        std::string_view content) const;
  absl::Status TryRemove(const GlossaryFileKey& key) const;
  // Returns OK and RESOURCE_EXHAUSTED unchanged. Returns FAILED_PRECONDITION
  // for another error, with the message of `status` and a remedy.
  absl::Status Explain(const absl::Status& status) const;

  const std::filesystem::path root_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_DIRECTORY_H_
