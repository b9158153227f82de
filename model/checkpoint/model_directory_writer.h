// Writes the directory of a checkpoint (model/checkpoint/model_directory.h).

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_

#include <filesystem>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Creates the missing parents of `path` and checks that WriteModelDirectory can
// write there, so that a long run fails at its beginning and not at its end.
absl::Status PrepareModelDirectory(const std::filesystem::path& path);

// Checks that WriteModelDirectory can replace a checkpoint at `path`. A file
// system that cannot exchange directories, such as NFS, is refused.
// REQUIRES: PrepareModelDirectory(path) succeeded.
absl::Status CheckReplacing(const std::filesystem::path& path);

// Writes the directory atomically: into a temporary directory beside `path`,
// synced, then renamed to `path`. Stores `tensors` as `type`. Removes the
// shortlist of a previous checkpoint at `path`, because the shortlist was
// learned for that checkpoint.
absl::Status WriteModelDirectory(const std::filesystem::path& path,
                                 const ModelDescription& description,
                                 const std::vector<NamedTensor>& tensors,
                                 DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_
