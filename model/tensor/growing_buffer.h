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
  // At least `size` values; the contents are undefined. Pointers of earlier
  // calls are invalid if the buffer had to grow.
  T* Reserve(int64_t size) {
    if (size > buffer_.size()) {
      // Room for a somewhat larger batch: the largest comes late.
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
