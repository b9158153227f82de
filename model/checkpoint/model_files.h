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

  // Returns the path of the file `name`, for messages. The file need not exist.
  virtual std::string PlaceOf(std::string_view name) const = 0;

  virtual bool Has(std::string_view name) const = 0;

  // Returns the content of the file `name`. Returns NOT_FOUND if the file does
  // not exist, and INVALID_ARGUMENT if the file has more than `max_bytes` bytes
  // or is damaged. Returns DATA_LOSS if the file changes during the call, and
  // otherwise the error of the system.
  virtual absl::StatusOr<std::string> Read(std::string_view name,
                                           int64_t max_bytes) const = 0;

  // Opens the file `name` for reads at any offset. A compressed member of an
  // archive is inflated in memory. Returns the errors of Read. A file of a
  // directory may have any size. A compressed member may have 1 MiB plus 16
  // times the size of the archive.
  virtual absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const = 0;

  // Returns the content of the file `name`, or nullopt if Has(name) is false.
  // Returns the errors of Read.
  absl::StatusOr<std::optional<std::string>> ReadOptional(
      std::string_view name, int64_t max_bytes) const;
};

// Returns the files of the directory `path`.
std::unique_ptr<const ModelFiles> FilesOfDirectory(
    const std::filesystem::path& path);

// Returns the files of the zip archive at `path` that are in one directory with
// the file `marker`. Returns INVALID_ARGUMENT if the archive is damaged or does
// not have exactly one file of this name. Returns the error of the system if
// the archive cannot be read.
absl::StatusOr<std::unique_ptr<const ModelFiles>> FilesOfArchive(
    const std::filesystem::path& path, std::string_view marker);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_FILES_H_
