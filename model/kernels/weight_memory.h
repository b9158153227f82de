// The memory of packed weights.

#ifndef INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_
#define INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace interpres {

// Allocates arrays consecutively in large pages, if the system provides large
// pages. A decoder step reads all weights once, at the speed of the memory.
// Pages of 4 KiB make the step one seventh slower.
//
// An array lives as long as a copy of the pointer that Allocate returned. The
// WeightMemory may be destroyed earlier. Thread-safe.
class WeightMemory {
 public:
  // Returns `size` zero bytes, aligned to 64 bytes. REQUIRES: size > 0. Throws
  // std::bad_alloc if memory runs out.
  std::shared_ptr<std::byte> Allocate(int64_t size);

 private:
  std::mutex mutex_;
  std::shared_ptr<std::byte> chunk_;
  int64_t used_ = 0;
  int64_t chunk_size_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_
