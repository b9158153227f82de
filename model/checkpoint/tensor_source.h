// The tensors of a checkpoint's weights, by name and without the format of
// their file. The readers of the formats (safetensors.h, torch_file.h) return a
// TensorSource.

#ifndef INTERPRES_MODEL_CHECKPOINT_TENSOR_SOURCE_H_
#define INTERPRES_MODEL_CHECKPOINT_TENSOR_SOURCE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"
#include "model/tensor/tensor.h"

namespace interpres {

// Where a file stores a tensor. The element [i, j, ...] begins at the byte
// offset + DataTypeSize(type) * (i * strides[0] + j * strides[1] + ...) of
// `bytes`. A stride may be 0. A value is the stored number divided by
// `divisor`.
struct StoredTensor {
  DataType type = DataType::kFloat32;
  std::vector<int64_t> shape = {};
  std::vector<int64_t> strides = {};  // in elements; as many as dimensions
  std::shared_ptr<const ByteSource> bytes = nullptr;
  int64_t offset = 0;  // in bytes
  // 1 except for some quantised weights. Finite and above 0.
  float divisor = 1.0F;
  // For a matrix of kInt8: the multiplier of the values that the matrix is
  // multiplied with. A value times this number, rounded, is a byte. Finite and
  // above 0. 0 means that the file has no such number.
  float input_multiplier = 0.0F;

  // Returns the number of elements. REQUIRES: CheckStoredTensor accepts this
  // tensor.
  int64_t size() const;
};

// Returns the strides of a row-major tensor. REQUIRES: the product of `shape`
// fits in 63 bits.
std::vector<int64_t> RowMajorStrides(std::span<const int64_t> shape);

// Returns INVALID_ARGUMENT unless all elements of `tensor` lie within its bytes
// and `tensor` has a stride for each dimension. Returns INVALID_ARGUMENT, too,
// if the tensor is larger than `file_bytes`, the size of the whole file. The
// reason is that with strides of 0, a small file could ask for any amount of
// memory. `place` starts the message. REQUIRES: tensor.bytes is not null.
absl::Status CheckStoredTensor(const StoredTensor& tensor, int64_t file_bytes,
                               std::string_view place);

// Immutable and thread-safe.
class TensorSource {
 public:
  using Tensors = std::map<std::string, StoredTensor, std::less<>>;

  // `name`, the file of the tensors, starts every message. `checksum` names the
  // content of the tensors. REQUIRES: CheckStoredTensor accepts each tensor.
  TensorSource(std::string name, Tensors tensors, std::string checksum);

  const std::string& name() const { return name_; }
  const Tensors& tensors() const { return tensors_; }

  // Returns 16 hex digits that depend on the bytes of all tensors.
  const std::string& checksum() const { return checksum_; }

  // Returns the tensor with this name. Returns null if the file has no tensor
  // of this name. The result is valid as long as this object.
  const StoredTensor* Find(std::string_view name) const;

  // Writes the tensor `name` to `out`, row-major and converted to float32.
  // Returns NOT_FOUND if the file has no such tensor. Returns INVALID_ARGUMENT
  // if its shape is not `expected_shape` or a value is not finite. Returns the
  // errors of ByteSource::Read. The message names the file and the tensor.
  // REQUIRES: out.size() is the product of the shape.
  absl::Status ReadFloat32(std::string_view name,
                           std::span<const int64_t> expected_shape,
                           std::span<float> out) const;

  // Writes the bytes of the tensor `name` of kInt8 to `out`, row-major. Returns
  // NOT_FOUND if the file has no such tensor. Returns INVALID_ARGUMENT if the
  // tensor has another type or shape, or is not stored row-major. Also returns
  // INVALID_ARGUMENT for the byte -128, which quantisation does not produce.
  // Returns the errors of ByteSource::Read. The message names the file and the
  // tensor. REQUIRES: out.size() is the product of the shape.
  absl::Status ReadInt8(std::string_view name,
                        std::span<const int64_t> expected_shape,
                        std::span<int8_t> out) const;

  // As ReadInt8, but writes -127 for the byte -128, as intgemm's quantisation
  // does.
  absl::Status ReadLimitedInt8(std::string_view name,
                               std::span<const int64_t> expected_shape,
                               std::span<int8_t> out) const;

  // Returns whether the tensors named `a` and `b` have the same type, shape and
  // values. Returns INVALID_ARGUMENT if a value is not finite, and the errors
  // of ByteSource::Read. REQUIRES: both tensors exist.
  absl::StatusOr<bool> AreEqual(std::string_view a, std::string_view b) const;

 private:
  // Returns the tensor `name`. Returns NOT_FOUND if the file has no such
  // tensor, INVALID_ARGUMENT if it has another shape, and INTERNAL if it does
  // not have `elements` elements.
  // ReadInt8 without the check of the bytes.
  absl::Status ReadAnyInt8(std::string_view name,
                           std::span<const int64_t> expected_shape,
                           std::span<int8_t> out) const;
  absl::StatusOr<const StoredTensor*> FindExpected(
      std::string_view name, std::span<const int64_t> expected_shape,
      std::size_t elements) const;

  const std::string name_;
  const Tensors tensors_;
  const std::string checksum_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_TENSOR_SOURCE_H_
