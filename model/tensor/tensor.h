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
#include <type_traits>
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
// The elements start as zero; a large buffer takes memory page by page, as it
// is touched. Not thread-safe.
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
  // Where calloc's block begins stands before the first element. calloc, since
  // it does not write zeros to what the system gives as zeros.
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
