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

// Shows a file NAME.gz or NAME.zst as NAME, decompressed in memory. A file
// without compression comes before a compressed one of the same name.
class DecompressedFiles final : public ModelFiles {
 public:
  // `names` are the names of `files`, which must outlive this object.
  DecompressedFiles(const ModelFiles& files,
                    std::span<const std::string> names);

  // Returns the names without the endings of compressed files, in rising order.
  std::vector<std::string> names() const;

  // The place of a compressed file has its ending.
  std::string PlaceOf(std::string_view name) const override;
  bool Has(std::string_view name) const override;
  absl::StatusOr<std::string> Read(std::string_view name,
                                   int64_t max_bytes) const override;
  absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const override;

 private:
  // Returns the name of the file that is shown as `name`.
  std::string StoredName(std::string_view name) const;

  const ModelFiles& files_;
  std::map<std::string, std::string, std::less<>> stored_;  // shown -> stored
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_DECOMPRESSED_FILES_H_
