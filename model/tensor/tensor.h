// The element types of a checkpoint, and an array of fixed size.

#ifndef INTERPRES_MODEL_TENSOR_TENSOR_H_
#define INTERPRES_MODEL_TENSOR_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace interpres {

// The element types of a checkpoint. Integers are quantised weights.
enum class DataType { kFloat32, kFloat16, kBFloat16, kInt16, kInt8 };

// Bytes of one element.
constexpr int64_t DataTypeSize(DataType type) {
  switch (type) {
    case DataType::kFloat32:
      return 4;
    case DataType::kFloat16:
    case DataType::kBFloat16:
    case DataType::kInt16:
      return 2;
    case DataType::kInt8:
      return 1;
  }
  return 0;
}

// Returns whether `type` is an integer type. Integers are quantised weights,
// which have a scale.
constexpr bool IsQuantised(DataType type) {
  return type == DataType::kInt16 || type == DataType::kInt8;
}

// Returns the name of `type` in safetensors: "F32", "F16", "BF16", "I16" or
// "I8".
constexpr std::string_view DataTypeName(DataType type) {
  switch (type) {
    case DataType::kFloat32:
      return "F32";
    case DataType::kFloat16:
      return "F16";
    case DataType::kBFloat16:
      return "BF16";
    case DataType::kInt16:
      return "I16";
    case DataType::kInt8:
      return "I8";
  }
  return "";
}

// An array of T (float, int32_t, ...) of fixed size, aligned to 64 bytes.
// Move-only; a moved-from buffer must not be used. The elements start as zero.
// data() is null if the size is 0. The system provides the pages of a large
// buffer only when they are first used. The constructor throws std::bad_alloc
// if memory runs out. Not thread-safe.
template <typename T>
class AlignedBuffer {
  static_assert(std::is_trivial_v<T>);

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
  // Frees a buffer. Allocate stores the pointer that calloc returned directly
  // before the first element. Allocate uses calloc, because calloc does not
  // write zeros to pages that the system provides as zeros.
  struct Free {
    void operator()(T* pointer) const {
      std::free(reinterpret_cast<void**>(pointer)[-1]);
    }
  };

  static T* Allocate(int64_t size) {
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    std::size_t space = bytes + kAlignment;
    void* block = std::calloc(sizeof(void*) + space, 1);
    if (block == nullptr) {
      throw std::bad_alloc();
    }
    void* first = static_cast<std::byte*>(block) + sizeof(void*);
    std::align(kAlignment, bytes, first, space);
    static_cast<void**>(first)[-1] = block;
    return static_cast<T*>(first);
  }

  int64_t size_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TENSOR_TENSOR_H_
