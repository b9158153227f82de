// Typed views of tensor data, and an aligned buffer that owns floats.

#ifndef INTERPRES_MODEL_TENSOR_TENSOR_H_
#define INTERPRES_MODEL_TENSOR_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <vector>

namespace interpres {

// The element types of a checkpoint.
enum class DataType { kFloat32, kFloat16, kBFloat16 };

// Bytes of one element.
constexpr int64_t DataTypeSize(DataType type) {
  return type == DataType::kFloat32 ? 4 : 2;
}

// "F32", "F16", "BF16": the spelling of safetensors.
constexpr std::string_view DataTypeName(DataType type) {
  switch (type) {
    case DataType::kFloat32:
      return "F32";
    case DataType::kFloat16:
      return "F16";
    case DataType::kBFloat16:
      return "BF16";
  }
  return "";
}

// Borrows row-major data of a dynamic type; `data` must outlive the view.
struct TensorView {
  DataType type = DataType::kFloat32;
  std::vector<int64_t> shape;
  std::span<const std::byte> data;

  int64_t size() const {
    int64_t product = 1;
    for (const int64_t dimension : shape) {
      product *= dimension;
    }
    return product;
  }
};

// A fixed-size, 64-byte-aligned array of T (float, int32_t, ...). Move-only.
// The elements start as zero. Not thread-safe.
template <typename T>
class AlignedBuffer {
 public:
  static constexpr std::size_t kAlignment = 64;

  AlignedBuffer() = default;
  explicit AlignedBuffer(int64_t size)
      : size_(size), data_(size == 0 ? nullptr : Allocate(size)) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  int64_t size() const { return size_; }
  T& operator[](int64_t i) { return data_.get()[i]; }
  const T& operator[](int64_t i) const { return data_.get()[i]; }
  std::span<T> span() { return {data(), static_cast<std::size_t>(size_)}; }
  std::span<const T> span() const {
    return {data(), static_cast<std::size_t>(size_)};
  }

 private:
  struct Free {
    void operator()(T* pointer) const { std::free(pointer); }
  };

  static T* Allocate(int64_t size) {
    const std::size_t bytes =
        (static_cast<std::size_t>(size) * sizeof(T) + kAlignment - 1) /
        kAlignment * kAlignment;
    void* pointer = std::aligned_alloc(kAlignment, bytes);
    if (pointer == nullptr) {
      throw std::bad_alloc();
    }
    return new (pointer) T[static_cast<std::size_t>(size)]();
  }

  int64_t size_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TENSOR_TENSOR_H_
