#include "model/kernels/ssru.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/model/kernels/random_floats.h"

namespace interpres {
namespace {

TEST(SsruTest, EqualsItsFormulaOnOddWidths) {
  for (const int64_t width : {1, 7, 16, 17, 31, 64, 100, 513}) {
    const std::vector<float> products = RandomFloats(2 * width, 1, 3.0f);
    const std::vector<float> old_state = RandomFloats(width, 2);
    const std::vector<float> input = RandomFloats(width, 3);
    std::vector<float> state = old_state;
    std::vector<float> hidden = input;
    SsruStep(products.data(), width, state.data(), hidden.data());
    for (int64_t i = 0; i < width; ++i) {
      const double forget = 1.0 / (1.0 + std::exp(-double{products[i]}));
      const double want =
          forget * old_state[i] + (1.0 - forget) * products[width + i];
      ASSERT_NEAR(state[i], want, 1e-6) << width << ", element " << i;
      ASSERT_NEAR(hidden[i], input[i] + std::max(want, 0.0), 1e-6)
          << width << ", element " << i;
    }
  }
}

}  // namespace
}  // namespace interpres
