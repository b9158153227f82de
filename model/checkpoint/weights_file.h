// Finds and opens the weights of a checkpoint, in any of their formats.

#ifndef INTERPRES_MODEL_CHECKPOINT_WEIGHTS_FILE_H_
#define INTERPRES_MODEL_CHECKPOINT_WEIGHTS_FILE_H_

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// Opens the first of these files that the directory `path` has:
// model.safetensors, model.safetensors.index.json, pytorch_model.bin,
// pytorch_model.bin.index.json. An index names the files, the shards, that have
// the tensors. Returns NOT_FOUND if the directory has no such file or lacks a
// shard. Returns INVALID_ARGUMENT if the index is malformed, or if the index
// and the shards contradict each other. Otherwise returns the errors of
// OpenSafetensors and OpenTorchFile.
absl::StatusOr<std::unique_ptr<const TensorSource>> OpenWeights(
    const std::filesystem::path& path);

// Returns the names, the sizes and the times of the last change of the files
// that OpenWeights would open. Two equal results mean that the files did not
// change. Returns "" if the directory has no weights, or if the index of shards
// cannot be read.
std::string WeightsStamp(const std::filesystem::path& path);

// Parses an index of shards. Returns the file name of the shard of each tensor.
// Returns INVALID_ARGUMENT if the text is malformed or a shard is not a plain
// file name. `file` starts every message.
absl::StatusOr<std::map<std::string, std::string>> ParseShardIndex(
    std::string_view text, std::string_view file);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_WEIGHTS_FILE_H_
