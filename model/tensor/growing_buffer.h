// Memory that is kept from batch to batch and grows to the largest need.

#ifndef INTERPRES_MODEL_TENSOR_GROWING_BUFFER_H_
#define INTERPRES_MODEL_TENSOR_GROWING_BUFFER_H_

#include <cstdint>

#include "model/tensor/tensor.h"

namespace interpres {

// Move-only, not thread-safe.
template <typename T>
class GrowingBuffer {
 public:
  // Returns memory for at least `size` values. The contents are undefined.
  // Pointers from earlier calls become invalid if the buffer has to grow.
  T* Reserve(int64_t size) {
    if (size > buffer_.size()) {
      // Frees the old memory first. Allocates a quarter more than `size`,
      // because a somewhat larger batch often follows.
      buffer_ = AlignedBuffer<T>();
      buffer_ = AlignedBuffer<T>(size + size / 4);
    }
    return buffer_.data();
  }

  // Returns the result of the last Reserve().
  T* data() { return buffer_.data(); }

 private:
  AlignedBuffer<T> buffer_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TENSOR_GROWING_BUFFER_H_
