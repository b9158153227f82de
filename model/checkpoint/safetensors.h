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
  // Maps the file. Checks the whole header (sizes, offsets, overlaps, types)
  // and, if `__metadata__` has an XXH3 checksum, the data.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Open(
      const std::filesystem::path& path);

  // The same for bytes in memory, which must outlive the file. Messages name
  // the file `name`. The fuzzer calls this function.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name);

  ~SafetensorsFile();

  // Returns null if the file has no tensor of this name.
  const TensorView* Find(std::string_view name) const;
  const std::map<std::string, TensorView, std::less<>>& tensors() const;
  const std::map<std::string, std::string>& metadata() const;
  // The XXH3 (64 bits, seed 0) of the data section, as 16 hex digits.
  const std::string& checksum() const;

  // Writes the tensor to `out`, converted to float32. NOT_FOUND or
  // INVALID_ARGUMENT names the file, the tensor, the expected and the found
  // shape.
  // REQUIRES: out.size() is the product of the shape.
  absl::Status ReadFloat32(std::string_view name,
                           std::span<const int64_t> expected_shape,
                           std::span<float> out) const;

 private:
  class Impl;
  // The same. Releases the memory of `mapping` while it reads. Null means that
  // the bytes are not mapped.
  static absl::StatusOr<std::unique_ptr<SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name,
      const MappedFile* mapping);
  explicit SafetensorsFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
