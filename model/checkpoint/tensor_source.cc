#include "model/checkpoint/tensor_source.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/float_conversion.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/safetensors_header.h"

namespace interpres {
namespace {

// Elements that are read at a time, so that a large tensor needs little memory
// beside its values.
constexpr int64_t kPartElements = int64_t{1} << 18;

bool IsRowMajor(const StoredTensor& tensor) {
  int64_t expected = 1;
  for (std::size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) {
      return false;
    }
    expected *= tensor.shape[i];
  }
  return true;
}

// Returns the number of elements from the first to the last one, inclusive.
// Returns nullopt if it does not fit in 63 bits. REQUIRES: no dimension is 0.
std::optional<int64_t> Extent(const StoredTensor& tensor) {
  int64_t extent = 1;
  for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
    int64_t distance = 0;
    if (tensor.strides[i] < 0 ||
        __builtin_mul_overflow(tensor.shape[i] - 1, tensor.strides[i],
                               &distance) ||
        __builtin_add_overflow(extent, distance, &extent)) {
      return std::nullopt;
    }
  }
  return extent;
}

// Returns the bytes of the tensor as a row-major one. Returns nullopt if a
// dimension is negative or the number does not fit in 63 bits.
std::optional<int64_t> RowMajorBytes(const StoredTensor& tensor) {
  int64_t bytes = DataTypeSize(tensor.type);
  bool empty = false;
  for (const int64_t dimension : tensor.shape) {
    if (dimension < 0) {
      return std::nullopt;
    }
    if (dimension == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(bytes, dimension, &bytes)) {
      return std::nullopt;
    }
  }
  return empty ? 0 : bytes;
}

absl::Status ReadRowMajor(const StoredTensor& tensor, std::span<float> out) {
  const int64_t element = DataTypeSize(tensor.type);
  const auto elements = static_cast<int64_t>(out.size());
  std::vector<std::byte> buffer(
      static_cast<std::size_t>(std::min(elements, kPartElements) * element));
  for (int64_t first = 0; first < elements; first += kPartElements) {
    const int64_t count = std::min(kPartElements, elements - first);
    const auto part =
        std::span(buffer).first(static_cast<std::size_t>(count * element));
    INTERPRES_RETURN_IF_ERROR(
        tensor.bytes->Read(tensor.offset + first * element, part));
    DecodeFloats(tensor.type, part,
                 out.subspan(static_cast<std::size_t>(first),
                             static_cast<std::size_t>(count)));
  }
  return absl::OkStatus();
}

// Moves `index` to the next element in row-major order, and `element`, its
// place in the storage, with it. The element after the last one is the first.
void Advance(const StoredTensor& tensor, std::vector<int64_t>& index,
             int64_t& element) {
  for (std::size_t i = index.size(); i-- > 0;) {
    element += tensor.strides[i];
    if (++index[i] < tensor.shape[i]) {
      return;
    }
    element -= tensor.strides[i] * tensor.shape[i];
    index[i] = 0;
  }
}

// Reads everything from the first element to the last one, then picks.
absl::Status ReadStrided(const StoredTensor& tensor, std::span<float> out) {
  const StoredTensor all = {
      .type = tensor.type, .bytes = tensor.bytes, .offset = tensor.offset};
  std::vector<float> values(static_cast<std::size_t>(*Extent(tensor)));
  INTERPRES_RETURN_IF_ERROR(ReadRowMajor(all, values));
  std::vector<int64_t> index(tensor.shape.size(), 0);
  int64_t element = 0;
  for (float& value : out) {
    value = values[static_cast<std::size_t>(element)];
    Advance(tensor, index, element);
  }
  return absl::OkStatus();
}

absl::Status ReadElements(const StoredTensor& tensor, std::span<float> out) {
  if (out.empty()) {
    return absl::OkStatus();
  }
  INTERPRES_RETURN_IF_ERROR(IsRowMajor(tensor) ? ReadRowMajor(tensor, out)
                                               : ReadStrided(tensor, out));
  if (tensor.divisor != 1.0F) {
    for (float& value : out) {
      value /= tensor.divisor;
    }
  }
  return absl::OkStatus();
}

// Whether the two are one tensor, as tied parameters are in a file of PyTorch.
bool IsSamePlace(const StoredTensor& a, const StoredTensor& b) {
  return a.bytes == b.bytes && a.offset == b.offset && a.strides == b.strides;
}

}  // namespace

int64_t StoredTensor::size() const {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

std::vector<int64_t> RowMajorStrides(std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * shape[i];
  }
  return strides;
}

absl::Status CheckStoredTensor(const StoredTensor& tensor, int64_t file_bytes,
                               std::string_view place) {
  const auto invalid = [&](const auto&... parts) {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(place), parts..., ": the file is damaged"));
  };
  const std::string shape = ShapeString(tensor.shape);
  const int64_t available = tensor.bytes->size();
  const std::optional<int64_t> bytes = RowMajorBytes(tensor);
  if (!bytes.has_value() || *bytes > file_bytes) {
    return invalid(" has shape ", shape, ", which needs more than the ",
                   file_bytes, " bytes of the file");
  }
  if (tensor.strides.size() != tensor.shape.size()) {
    return invalid(" has shape ", shape, " and strides ",
                   ShapeString(tensor.strides));
  }
  if (*bytes == 0) {
    return absl::OkStatus();
  }
  const std::optional<int64_t> extent = Extent(tensor);
  int64_t end = 0;
  if (tensor.offset < 0 || !extent.has_value() ||
      __builtin_mul_overflow(*extent, DataTypeSize(tensor.type), &end) ||
      __builtin_add_overflow(end, tensor.offset, &end) || end > available) {
    return invalid(" has shape ", shape, ", strides ",
                   ShapeString(tensor.strides), " and begins at byte ",
                   tensor.offset, "; its elements are outside the ", available,
                   " bytes that store it");
  }
  return absl::OkStatus();
}

TensorSource::TensorSource(std::string name, Tensors tensors,
                           std::string checksum)
    : name_(std::move(name)),
      tensors_(std::move(tensors)),
      checksum_(std::move(checksum)) {}

const StoredTensor* TensorSource::Find(std::string_view name) const {
  const auto found = tensors_.find(name);
  return found == tensors_.end() ? nullptr : &found->second;
}

absl::StatusOr<const StoredTensor*> TensorSource::FindExpected(
    std::string_view name, std::span<const int64_t> expected_shape,
    std::size_t elements) const {
  const std::string place = absl::StrCat(name_, ": tensor ", Quoted(name));
  const StoredTensor* tensor = Find(name);
  if (tensor == nullptr) {
    return absl::NotFoundError(absl::StrCat(place, " is missing; expected ",
                                            ShapeString(expected_shape)));
  }
  if (!std::equal(tensor->shape.begin(), tensor->shape.end(),
                  expected_shape.begin(), expected_shape.end())) {
    return absl::InvalidArgumentError(
        absl::StrCat(place, " has shape ", ShapeString(tensor->shape),
                     "; expected ", ShapeString(expected_shape)));
  }
  if (static_cast<int64_t>(elements) != tensor->size()) {
    return absl::InternalError(absl::StrCat(place, " has ", tensor->size(),
                                            " elements; the buffer has room "
                                            "for ",
                                            elements));
  }
  return tensor;
}

absl::Status TensorSource::ReadFloat32(std::string_view name,
                                       std::span<const int64_t> expected_shape,
                                       std::span<float> out) const {
  INTERPRES_ASSIGN_OR_RETURN(const StoredTensor* tensor,
                             FindExpected(name, expected_shape, out.size()));
  INTERPRES_RETURN_IF_ERROR(ReadElements(*tensor, out));
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!std::isfinite(out[i])) {
      return absl::InvalidArgumentError(
          absl::StrCat(name_, ": tensor ", Quoted(name), " holds ", out[i],
                       " at element ", i, "; weights must be finite"));
    }
  }
  return absl::OkStatus();
}

absl::Status TensorSource::ReadAnyInt8(std::string_view name,
                                       std::span<const int64_t> expected_shape,
                                       std::span<int8_t> out) const {
  INTERPRES_ASSIGN_OR_RETURN(const StoredTensor* tensor,
                             FindExpected(name, expected_shape, out.size()));
  if (tensor->type != DataType::kInt8 || !IsRowMajor(*tensor)) {
    return absl::InvalidArgumentError(absl::StrCat(
        name_, ": tensor ", Quoted(name), " is of type ",
        AsAbsl(DataTypeName(tensor->type)), "; expected I8, row after row"));
  }
  return tensor->bytes->Read(tensor->offset, std::as_writable_bytes(out));
}

absl::Status TensorSource::ReadLimitedInt8(
    std::string_view name, std::span<const int64_t> expected_shape,
    std::span<int8_t> out) const {
  INTERPRES_RETURN_IF_ERROR(ReadAnyInt8(name, expected_shape, out));
  std::ranges::replace(out, int8_t{-128}, int8_t{-127});
  return absl::OkStatus();
}

absl::Status TensorSource::ReadInt8(std::string_view name,
                                    std::span<const int64_t> expected_shape,
                                    std::span<int8_t> out) const {
  INTERPRES_RETURN_IF_ERROR(ReadAnyInt8(name, expected_shape, out));
  // Of the functions that search for a byte, memchr is the fastest.
  const void* lowest = std::memchr(out.data(), -128, out.size());
  if (lowest != nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        name_, ": tensor ", Quoted(name), " holds -128 at element ",
        static_cast<const int8_t*>(lowest) - out.data(),
        "; expected bytes from -127 to 127; write the file again"));
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> TensorSource::AreEqual(std::string_view a,
                                            std::string_view b) const {
  const StoredTensor& first = *Find(a);
  const StoredTensor& second = *Find(b);
  if (first.type != second.type || first.shape != second.shape) {
    return false;
  }
  if (IsSamePlace(first, second)) {
    return true;
  }
  std::vector<float> first_values(static_cast<std::size_t>(first.size()));
  std::vector<float> second_values(first_values.size());
  INTERPRES_RETURN_IF_ERROR(ReadFloat32(a, first.shape, first_values));
  INTERPRES_RETURN_IF_ERROR(ReadFloat32(b, second.shape, second_values));
  return first_values == second_values;
}

}  // namespace interpres
