// Checks a gradient by central differences of a double-precision function.

#ifndef INTERPRES_TESTS_MODEL_KERNELS_FINITE_DIFFERENCES_H_
#define INTERPRES_TESTS_MODEL_KERNELS_FINITE_DIFFERENCES_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "model/kernels/counter_random.h"

namespace interpres {

// Uniform in (-1, 1).
inline std::vector<float> UniformFloats(uint64_t key, int64_t size) {
  std::vector<float> values;
  for (int64_t i = 0; i < size; ++i) {
    values.push_back(static_cast<float>(
        2.0 * RandomUniform(key, static_cast<uint32_t>(i)) - 1.0));
  }
  return values;
}

inline std::vector<double> ToDoubles(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

inline double Dot(const std::vector<double>& a, const std::vector<float>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] * static_cast<double>(b[i]);
  }
  return sum;
}

inline void ExpectNear(const std::vector<float>& got,
                       const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], expected[i],
                tolerance * std::max(1.0, std::abs(expected[i])))
        << i;
  }
}

// Expects that `gradient` is the gradient of `function` at `variables`.
// `function` reads `variables`, which the check changes and restores.
inline void ExpectGradient(const std::string& name,
                           const std::function<double()>& function,
                           std::vector<double>& variables,
                           const std::vector<float>& gradient) {
  constexpr double kStep = 1e-5;
  ASSERT_EQ(variables.size(), gradient.size());
  double largest = 0.0;
  // The stride is a prime, so that the checked elements meet every column and
  // head.
  const std::size_t stride = variables.size() > 300 ? 7 : 1;
  for (std::size_t i = 0; i < variables.size(); i += stride) {
    const double saved = variables[i];
    variables[i] = saved + kStep;
    const double above = function();
    variables[i] = saved - kStep;
    const double below = function();
    variables[i] = saved;
    const double expected = (above - below) / (2 * kStep);
    largest = std::max(largest, std::abs(expected));
    ASSERT_NEAR(gradient[i], expected, 2e-5 * std::max(1.0, std::abs(expected)))
        << name << " " << i;
  }
  EXPECT_GT(largest, 1e-4) << name << ": the check would see nothing";
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_KERNELS_FINITE_DIFFERENCES_H_
