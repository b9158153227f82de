// Memory that is kept from batch to batch and grows to the largest need.

#ifndef INTERPRES_MODEL_TRAINING_GROWING_BUFFER_H_
#define INTERPRES_MODEL_TRAINING_GROWING_BUFFER_H_

#include <cstdint>

#include "model/tensor/tensor.h"

namespace interpres {

// Move-only, not thread-safe.
class GrowingBuffer {
 public:
  // At least `size` floats; the contents are undefined. Pointers of earlier
  // calls are invalid if the buffer had to grow.
  float* Reserve(int64_t size) {
    if (size > buffer_.size()) {
      // Room for a somewhat larger batch: the largest comes late.
      buffer_ = AlignedBuffer<float>();
      buffer_ = AlignedBuffer<float>(size + size / 4);
    }
    return buffer_.data();
  }

  // What the last Reserve() returned.
  float* data() { return buffer_.data(); }

 private:
  AlignedBuffer<float> buffer_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_GROWING_BUFFER_H_
