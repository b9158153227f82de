// Reproducible test data.

#ifndef INTERPRES_TESTS_MODEL_KERNELS_RANDOM_FLOATS_H_
#define INTERPRES_TESTS_MODEL_KERNELS_RANDOM_FLOATS_H_

#include <cstdint>
#include <random>
#include <vector>

namespace interpres {

inline std::vector<float> RandomFloats(int64_t size, uint64_t seed,
                                       float deviation = 1.0f) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal(0.0f, deviation);
  std::vector<float> values(size);
  for (float& value : values) {
    value = normal(random);
  }
  return values;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_KERNELS_RANDOM_FLOATS_H_
