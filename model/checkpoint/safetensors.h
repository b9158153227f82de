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

// A tensor to write: float32 data, converted to the file's type on the way.
struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::span<const float> data;
};

class MappedFile;

// A memory-mapped, checked file. Immutable and thread-safe.
class SafetensorsFile {
 public:
  // Maps the file and checks all of its header: sizes, offsets, overlaps,
  // types, and the XXH3 checksum in `__metadata__` where there is one.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Open(
      const std::filesystem::path& path);

  // The same over bytes in memory, which must outlive the file; `name` stands
  // for the path in messages. The entry of the fuzzer.
  static absl::StatusOr<std::unique_ptr<const SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name);

  ~SafetensorsFile();

  // nullptr if there is no such tensor.
  const TensorView* Find(std::string_view name) const;
  const std::map<std::string, TensorView, std::less<>>& tensors() const;
  const std::map<std::string, std::string>& metadata() const;
  // XXH3 (64 bits, seed 0) of the data section, as 16 hex digits.
  const std::string& checksum() const;

  // Converts the tensor to float32. NOT_FOUND / INVALID_ARGUMENT name the file,
  // the tensor, the expected and the found shape. out.size() is the product of
  // the shape.
  absl::Status ReadFloat32(std::string_view name,
                           std::span<const int64_t> expected_shape,
                           std::span<float> out) const;

 private:
  class Impl;
  // The same; gives memory back to `mapping`, where there is one, as it reads.
  static absl::StatusOr<std::unique_ptr<SafetensorsFile>> Parse(
      std::span<const std::byte> bytes, std::string_view name,
      const MappedFile* mapping);
  explicit SafetensorsFile(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Writes to `path`.tmp, syncs, renames. `__metadata__` gets `format: pt` (which
// transformers asks for) and the XXH3 of the data bytes.
absl::Status WriteSafetensors(const std::filesystem::path& path,
                              const std::vector<NamedTensor>& tensors,
                              DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_SAFETENSORS_H_
