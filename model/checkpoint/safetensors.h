// The safetensors container: an 8-byte little-endian header length, a JSON
// header, then the data. https://github.com/huggingface/safetensors

#ifndef INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
#define INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tensor/tensor.h"

namespace interpres {

class MappedFile;

// A memory-mapped, checked file. Immutable and thread-safe.
class SafetensorsFile {
 public:
  // Maps the file `path` and checks it. Returns INVALID_ARGUMENT if the header
  // is invalid (sizes, offsets, overlaps, types). Returns DATA_LOSS if
  // `__metadata__` has an XXH3 checksum and the data differs. Returns the error
  // of the system if the file cannot be opened.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Open(
      const std::filesystem::path& path);

  // Checks the bytes of a safetensors file that is in memory. Returns the
  // errors of Open. Keeps a reference to `bytes`, which must outlive the
  // result. `name` starts every message. The fuzzer calls this function.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name);

  ~SafetensorsFile();

  // Returns the tensor with this name. Returns null if the file has no tensor
  // of this name. The result is valid as long as this object.
  const TensorView* Find(std::string_view name) const;
  const std::map<std::string, TensorView, std::less<>>& tensors() const;
  const std::map<std::string, std::string>& metadata() const;
  // Returns the XXH3 (64 bits, seed 0) of the file's data section, as 16 hex
  // digits. It is computed from the data, not read from `__metadata__`.
  const std::string& checksum() const;

  // Writes the tensor `name` to `out`, converted to float32. Returns NOT_FOUND
  // if the file has no such tensor. Returns INVALID_ARGUMENT if its shape is
  // not `expected_shape` or a value is not finite. The message names the file
  // and the tensor.
  // REQUIRES: out.size() is the product of the shape.
  absl::Status ReadFloat32(std::string_view name,
                           std::span<const int64_t> expected_shape,
                           std::span<float> out) const;

 private:
  class Impl;
  // Checks the bytes of a safetensors file and keeps a reference to them. If
  // `mapping` is not null, `bytes` are its bytes, and the function releases
  // their memory while it reads. Null means that the bytes are not mapped.
  static absl::StatusOr<std::unique_ptr<SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name,
      const MappedFile* mapping);
  explicit SafetensorsFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
