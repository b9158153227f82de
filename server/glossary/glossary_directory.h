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

// A directory with the operator's files, and with the files of each owner in
// owners/OWNER. Thread-safe, but two writers of one file exclude each other.
class GlossaryDirectory {
 public:
  explicit GlossaryDirectory(std::filesystem::path root)
      : root_(std::move(root)) {}

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path PathOf(const GlossaryFileKey& key) const;

  // Returns the files of all owners that end in .tsv, .csv or .tbx, sorted.
  // Skips hidden files. Returns FAILED_PRECONDITION if the directory cannot be
  // read.
  absl::StatusOr<std::vector<FoundGlossaryFile>> List() const;
  // Returns the files of one owner. An owner without a directory has no files.
  absl::StatusOr<std::vector<FoundGlossaryFile>> ListOwner(
      const std::string& owner) const;

  // Returns the errors of ReadFile. The message does not have the path.
  absl::StatusOr<std::string> Read(const GlossaryFileKey& key,
                                   int64_t max_bytes) const;

  // Replace or remove a file in one step. After a crash, the file is the old
  // one or the new one. The directories that Write makes are for the user of
  // the server only. Return FAILED_PRECONDITION if the directory cannot be
  // written, and RESOURCE_EXHAUSTED if the disk is full.
  absl::Status Write(const GlossaryFileKey& key,
                     std::string_view content) const;
  absl::Status Remove(const GlossaryFileKey& key) const;

 private:
  std::filesystem::path DirectoryOf(const std::string& owner) const;
  absl::Status TryWrite(const GlossaryFileKey& key,
                        std::string_view content) const;
  absl::Status TryRemove(const GlossaryFileKey& key) const;
  // Returns the error of a change, with its remedy.
  absl::Status Explain(const absl::Status& status) const;

  const std::filesystem::path root_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_DIRECTORY_H_
