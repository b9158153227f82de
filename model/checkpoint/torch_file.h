// Weights that PyTorch saved: pytorch_model.bin. Both forms are read: the zip
// archive, and the sequence of pickles that PyTorch wrote before version 1.6.

#ifndef INTERPRES_MODEL_CHECKPOINT_TORCH_FILE_H_
#define INTERPRES_MODEL_CHECKPOINT_TORCH_FILE_H_

#include <filesystem>
#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/tensor_source.h"

namespace interpres {

// Opens the file `path`, which holds a dictionary of names and tensors. No code
// of the file runs: the pickle in the file is read as data, and a global that a
// dictionary of tensors does not need is an error that names the global.
//
// Returns INVALID_ARGUMENT if the file is malformed, truncated or contradicts
// itself, and if a tensor is not of float32, float16 or bfloat16. Returns the
// error of the system if the file cannot be opened or read. The message names
// the file and the defect. The checksum of the result covers the
// pickle and the numbers.
absl::StatusOr<std::unique_ptr<const TensorSource>> OpenTorchFile(
    const std::filesystem::path& path);

// Checks the bytes of a file that PyTorch saved and returns its tensors, which
// read from `bytes`. Returns the errors that OpenTorchFile has for the content.
// `name` starts every message about the content.
absl::StatusOr<std::unique_ptr<const TensorSource>> ParseTorchFile(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_TORCH_FILE_H_
