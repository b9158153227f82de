// The files of a model: of a directory, or of a zip archive.

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_FILES_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"

namespace interpres {

// Finds and reads the files of one model, in a directory or in a zip archive.
// Thread-safe. The names of files are plain names, without directories.
class ModelFiles {
 public:
  virtual ~ModelFiles() = default;

  // Returns the place of the file `name` for messages.
  virtual std::string PlaceOf(std::string_view name) const = 0;

  virtual bool Has(std::string_view name) const = 0;

  // Returns the content of a file. Returns NOT_FOUND if there is no such file,
  // and INVALID_ARGUMENT if the file has more than `max_bytes` bytes or is
  // damaged. Otherwise returns the error of the system.
  virtual absl::StatusOr<std::string> Read(std::string_view name,
                                           int64_t max_bytes) const = 0;

  // Opens a file for reads at any place. A compressed member of an archive is
  // inflated in memory. Returns the errors of Read, where the limit depends on
  // the size of the archive.
  virtual absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const = 0;

  // Like Read. Returns nullopt if there is no such file.
  absl::StatusOr<std::optional<std::string>> ReadOptional(
      std::string_view name, int64_t max_bytes) const;
};

// Returns the files of the directory `path`.
std::unique_ptr<const ModelFiles> FilesOfDirectory(
    const std::filesystem::path& path);

// Returns the files of the zip archive at `path` that are in one directory with
// the file `marker`. Returns INVALID_ARGUMENT if the archive is damaged or does
// not have one file of this name. Returns the error of the system if the
// archive cannot be read.
absl::StatusOr<std::unique_ptr<const ModelFiles>> FilesOfArchive(
    const std::filesystem::path& path, std::string_view marker);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FILES_H_
