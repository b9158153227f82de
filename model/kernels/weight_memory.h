// Where packed weights lie.

#ifndef INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_
#define INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace interpres {

// Puts many arrays one after another into large pages, where the system has
// them for the asking: a decoder step reads all weights once, at the speed of
// the memory, and with pages of 4 KiB that is a seventh slower. An array lives
// as long as a pointer to it; the memory of this object itself may go before.
// Thread-safe.
class WeightMemory {
 public:
  // `size` > 0 bytes, aligned to 64, zero. Throws std::bad_alloc.
  std::shared_ptr<std::byte> Allocate(int64_t size);

 private:
  std::mutex mutex_;
  std::shared_ptr<std::byte> chunk_;
  int64_t used_ = 0;
  int64_t chunk_size_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_WEIGHT_MEMORY_H_
