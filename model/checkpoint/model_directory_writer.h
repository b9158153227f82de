// Writes the directory of a checkpoint (model/checkpoint/model_directory.h).

#ifndef INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_
#define INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Creates the missing parents of `path` and checks that WriteModelDirectory can
// write to `path`. Call this before a long run, so that the run fails at its
// beginning and not at its end. Returns FAILED_PRECONDITION if `path` or
// `path`.tmp exists and is not a checkpoint that may be replaced. Returns the
// error of the system if a directory cannot be created. Deletes `path`.tmp, the
// rest of an interrupted write.
absl::Status PrepareModelDirectory(const std::filesystem::path& path);

// Checks that WriteModelDirectory can replace a checkpoint at `path`. Returns
// an error if the file system cannot exchange two directories in one step, for
// example NFS. Also returns the errors of PrepareModelDirectory, and deletes
// `path`.tmp as it does.
// REQUIRES: the parent of `path` exists.
absl::Status CheckReplacing(const std::filesystem::path& path);

// A file to write beside the files of a description.
struct ExtraFile {
  std::string name;  // shortlist.bin or languages.bin
  std::string bytes;
};

// Writes a checkpoint to the directory `path` in one step: writes `path`.tmp,
// syncs it and renames it to `path`. Stores `tensors` as `type`. Also stores
// tables of positions if transformers would compute other positions. A previous
// checkpoint at `path` is replaced with all its files, also its shortlist,
// because the shortlist was learned for that checkpoint. After an error, the
// previous checkpoint stays.
//
// Returns INVALID_ARGUMENT if a reader would refuse the checkpoint. Returns
// FAILED_PRECONDITION if `path` or `path`.tmp exists and may not be replaced,
// for example because it has files that are not part of a checkpoint. Otherwise
// returns the error of the system. REQUIRES: `type` is not quantised, and the
// parent of `path` exists (PrepareModelDirectory creates it).
absl::Status WriteModelDirectory(const std::filesystem::path& path,
                                 const ModelDescription& description,
                                 const std::vector<NamedTensor>& tensors,
                                 DataType type,
                                 const std::vector<ExtraFile>& extra = {});

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_MODEL_DIRECTORY_WRITER_H_
