#include "model/training/adam.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace interpres {
namespace {

constexpr std::size_t kLanes = 16;

// Adds the squares to kLanes sums, in an order that vectorises.
void AddSquares(std::span<const float> values, float* lanes) {
  std::size_t i = 0;
  for (; i + kLanes <= values.size(); i += kLanes) {
    for (std::size_t k = 0; k < kLanes; ++k) {
      lanes[k] += values[i + k] * values[i + k];
    }
  }
  for (; i < values.size(); ++i) {
    lanes[0] += values[i] * values[i];
  }
}

}  // namespace

// The compiler vectorises this loop (-O3, -fno-math-errno for the square
// root); it is bound by memory.
void AdamUpdate(const AdamOptions& options, const AdamStep& step,
                const AdamSlices& slices) {
  const auto update = static_cast<double>(step.update);
  const auto correction1 =
      static_cast<float>(1.0 / (1.0 - std::pow(options.beta1, update)));
  const auto correction2 =
      static_cast<float>(1.0 / (1.0 - std::pow(options.beta2, update)));
  const float beta1 = options.beta1;
  const float beta2 = options.beta2;
  const float epsilon = options.epsilon;
  const float rate = step.learning_rate * correction1;
  const float scale = step.gradient_scale;
  float* __restrict parameters = slices.parameters.data();
  float* __restrict first = slices.first_moments.data();
  float* __restrict second = slices.second_moments.data();
  const float* __restrict gradients = slices.gradients.data();
  const std::size_t size = slices.parameters.size();
  for (std::size_t i = 0; i < size; ++i) {
    const float gradient = gradients[i] * scale;
    const float m = beta1 * first[i] + (1.0f - beta1) * gradient;
    const float v = beta2 * second[i] + (1.0f - beta2) * gradient * gradient;
    first[i] = m;
    second[i] = v;
    parameters[i] -= rate * m / (std::sqrt(v * correction2) + epsilon);
  }
}

void MoveAverage(float decay, std::span<const float> parameters,
                 std::span<float> average) {
  const float rate = 1.0f - decay;
  for (std::size_t i = 0; i < average.size(); ++i) {
    average[i] += rate * (parameters[i] - average[i]);
  }
}

double SumOfSquares(std::span<const float> values) {
  constexpr std::size_t kBlock = 4096;
  double total = 0.0;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const std::size_t size = std::min(kBlock, values.size() - begin);
    float lanes[kLanes] = {};
    AddSquares(values.subspan(begin, size), lanes);
    for (const float lane : lanes) {
      total += lane;
    }
  }
  return total;
}

}  // namespace interpres
