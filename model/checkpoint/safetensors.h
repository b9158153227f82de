// The safetensors container: an 8-byte little-endian header length, a JSON
// header, then the data. https://github.com/huggingface/safetensors

#ifndef INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
#define INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/checkpoint/tensor_source.h"
#include "model/tensor/tensor.h"

namespace interpres {

// The contents of a file that was checked.
struct SafetensorsContent {
  TensorSource::Tensors tensors;
  std::map<std::string, std::string> metadata;
  std::string checksum;  // XXH3 (64 bits, seed 0) of the data section
};

// Checks the bytes of a file with tensors of `types`. Has the errors of
// OpenSafetensors. `name` starts every message.
absl::StatusOr<SafetensorsContent> ReadSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name,
    std::span<const DataType> types);

// Opens the file `path` and checks it. Returns INVALID_ARGUMENT if the header
// is invalid (sizes, offsets, overlaps, types). Returns DATA_LOSS if
// `__metadata__` has an XXH3 checksum and the data differs. Returns the error
// of the system if the file cannot be opened or read.
//
// The checksum of the result is the XXH3 (64 bits, seed 0) of the data section.
// It is computed from the data, not read from `__metadata__`.
absl::StatusOr<std::unique_ptr<const TensorSource>> OpenSafetensors(
    const std::filesystem::path& path);

// Like OpenSafetensors, for the bytes of a file. `name` starts every message.
absl::StatusOr<std::unique_ptr<const TensorSource>> ParseSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
