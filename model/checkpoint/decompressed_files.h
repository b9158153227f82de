// The files of a model. Some may be compressed.

#ifndef INTERPRES_MODEL_CHECKPOINT_DECOMPRESSED_FILES_H_
#define INTERPRES_MODEL_CHECKPOINT_DECOMPRESSED_FILES_H_

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/checkpoint/model_files.h"

namespace interpres {

// Shows a file NAME.gz or NAME.zst of another ModelFiles as NAME. Read and Open
// decompress the file in memory. If a file NAME exists, it is shown instead of
// a compressed file of this name.
class DecompressedFiles final : public ModelFiles {
 public:
  // REQUIRES: `names` are the names of the files in `files`, and `files`
  // outlives this object.
  DecompressedFiles(const ModelFiles& files,
                    std::span<const std::string> names);

  // Returns the names of all files, without the endings .gz and .zst, in rising
  // order. No name occurs twice.
  std::vector<std::string> names() const;

  // Returns the place of the file `name` for messages. The place has the ending
  // .gz or .zst if the file is stored compressed.
  std::string PlaceOf(std::string_view name) const override;
  bool Has(std::string_view name) const override;
  absl::StatusOr<std::string> Read(std::string_view name,
                                   int64_t max_bytes) const override;
  absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const override;

 private:
  // Returns the name of the stored file that is shown as `name`. Returns `name`
  // itself if no file is shown with this name.
  std::string StoredName(std::string_view name) const;

  const ModelFiles& files_;
  std::map<std::string, std::string, std::less<>> stored_;  // shown -> stored
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DECOMPRESSED_FILES_H_
