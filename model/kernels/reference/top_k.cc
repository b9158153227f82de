#include "model/kernels/reference/top_k.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace interpres::reference {

void TopKLogSoftmax(std::span<const float> logits,
                    std::span<const int32_t> suppressed, int32_t k,
                    std::span<int32_t> ids,
                    std::span<float> log_probabilities) {
  std::vector<double> values(logits.begin(), logits.end());
  std::replace_if(
      values.begin(), values.end(), [](double value) { return value != value; },
      -std::numeric_limits<double>::infinity());
  for (const int32_t id : suppressed) {
    values[id] = -std::numeric_limits<double>::infinity();
  }
  const double maximum = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (const double value : values) {
    sum += std::exp(value - maximum);
  }
  std::vector<int32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int32_t a, int32_t b) { return values[a] > values[b]; });
  for (int32_t i = 0; i < k; ++i) {
    ids[i] = order[i];
    log_probabilities[i] =
        static_cast<float>(values[order[i]] - maximum - std::log(sum));
  }
}

}  // namespace interpres::reference
