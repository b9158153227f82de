#include "model/kernels/reference/layer_norm.h"

#include <cmath>

namespace interpres::reference {

void LayerNormInPlace(std::span<const float> gain, std::span<const float> bias,
                      float epsilon, int64_t rows, float* values) {
  const std::size_t width = gain.size();
  for (int64_t r = 0; r < rows; ++r) {
    float* row = values + r * static_cast<int64_t>(width);
    double mean = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
      mean += row[i] / static_cast<double>(width);
    }
    double variance = 0.0;
    for (std::size_t i = 0; i < width; ++i) {
      variance +=
          (row[i] - mean) * (row[i] - mean) / static_cast<double>(width);
    }
    for (std::size_t i = 0; i < width; ++i) {
      const double normalised =
          (row[i] - mean) / std::sqrt(variance + double{epsilon});
      row[i] = static_cast<float>(normalised * gain[i] + bias[i]);
    }
  }
}

}  // namespace interpres::reference
