#include "model/kernels/reference/quantization.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace interpres::reference {

void QuantizeRows(const float* values, int64_t rows, int64_t width,
                  int8_t* quantized, float* scales) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = values + r * width;
    float largest = 0.0f;
    for (int64_t i = 0; i < width; ++i) {
      largest = std::max(largest, std::abs(row[i]));
    }
    const bool has_scale =
        largest > 0.0f && 127.0f / largest <= std::numeric_limits<float>::max();
    scales[r] = has_scale ? largest / 127.0f : 0.0f;
    for (int64_t i = 0; i < width; ++i) {
      quantized[r * width + i] =
          has_scale
              ? static_cast<int8_t>(std::nearbyint(row[i] * (127.0f / largest)))
              : int8_t{0};
    }
  }
}

void QuantizeRowsBy(std::span<const float> multipliers, const float* values,
                    int64_t width, int8_t* quantized) {
  for (const float multiplier : multipliers) {
    for (int64_t i = 0; i < width; ++i) {
      *quantized++ = static_cast<int8_t>(
          std::nearbyint(std::clamp(*values++ * multiplier, -127.0f, 127.0f)));
    }
  }
}

}  // namespace interpres::reference
