// Random choices of noise. They depend only on a key, so that a resumed run
// draws the same noise and no generator state is saved.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_RANDOM_H_
#define INTERPRES_MODEL_TRAINING_NOISE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "model/kernels/counter_random.h"

namespace interpres {

// A sequence of random choices under one key (counter_random.h). Two objects
// with the same key give the same choices. Not thread-safe.
class NoiseRandom {
 public:
  explicit NoiseRandom(uint64_t key) : key_(key) {}

  // Returns the next uniform random number in (0, 1).
  double Uniform() { return RandomUniform(key_, next_++); }

  // Returns true with the probability `probability`, 0 to 1.
  bool Chance(double probability) { return Uniform() < probability; }

  // Returns a uniform random integer in 0..count - 1. REQUIRES: count is 1 to
  // 2^32.
  int64_t Below(int64_t count) {
    return static_cast<int64_t>(Uniform() * static_cast<double>(count));
  }

  // Returns a uniform random integer in low..high. REQUIRES: low <= high, and
  // high - low < 2^32.
  int64_t Between(int64_t low, int64_t high) {
    return low + Below(high - low + 1);
  }

  // Returns a reference to a uniform random element of `range`. REQUIRES:
  // `range` is not empty.
  template <typename Range>
  const auto& Pick(const Range& range) {
    return range[static_cast<std::size_t>(
        Below(static_cast<int64_t>(std::size(range))))];
  }

 private:
  uint64_t key_;
  uint32_t next_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_RANDOM_H_
