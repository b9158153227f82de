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

// The contents of a safetensors file that ReadSafetensors has checked. The
// tensors read their values from the file.
struct SafetensorsContent {
  TensorSource::Tensors tensors;
  std::map<std::string, std::string> metadata;
  std::string checksum;  // XXH3 (64 bits, seed 0) of the data section
};

// Checks the bytes of a safetensors file and returns its content. Returns
// INVALID_ARGUMENT if the header is invalid or a tensor is not of one of
// `types`. Returns DATA_LOSS if the file states another checksum of its data.
// Also returns the errors of ByteSource::Read. `name` starts every message
// about the content.
absl::StatusOr<SafetensorsContent> ReadSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name,
    std::span<const DataType> types);

// Opens the safetensors file `path` and checks it. Returns INVALID_ARGUMENT if
// the header is invalid (sizes, offsets, overlaps), or if a tensor is not of
// float32, float16 or bfloat16. Returns DATA_LOSS if `__metadata__` has an XXH3
// checksum and the data differs, or if the file changes during the call.
// Returns the error of the system if the file cannot be opened or read.
//
// The checksum of the result is the XXH3 (64 bits, seed 0) of the data section.
// It is computed from the data, not read from `__metadata__`.
absl::StatusOr<std::unique_ptr<const TensorSource>> OpenSafetensors(
    const std::filesystem::path& path);

// Checks the bytes of a safetensors file and returns its tensors, which read
// from `bytes`. Returns the errors that OpenSafetensors has for the content.
// `name` starts every message about the content.
absl::StatusOr<std::unique_ptr<const TensorSource>> ParseSafetensors(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
