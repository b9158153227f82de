#include "model/kernels/training_ssru.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "model/kernels/reference/training.h"
#include "model/kernels/ssru.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

// Columns around whole vectors of every instruction set.
class TrainingSsruTest : public testing::TestWithParam<int64_t> {
 protected:
  static constexpr int64_t kRows = 9;

  SsruRows Shape() const { return {.offsets = offsets_, .columns = columns_}; }
  // Far from 0, so that gates are open and closed.
  std::vector<float> Products() const {
    std::vector<float> products = UniformFloats(1, kRows * 2 * columns_);
    for (float& value : products) {
      value *= 4.0f;
    }
    return products;
  }

  const int64_t columns_ = GetParam();
  // The third sentence is empty.
  const std::vector<int64_t> offsets_ = {0, 3, 4, 4, 9};
  const std::vector<float> bias_ = UniformFloats(2, columns_);
  std::vector<float> products_ = Products();
  std::vector<float> states_ = std::vector<float>(kRows * columns_);
  std::vector<float> hidden_ = states_;
};

TEST_P(TrainingSsruTest, HiddenAndItsGradients) {
  reference::SsruInputs in{.forget_candidate = ToDoubles(products_),
                           .forget_bias = ToDoubles(bias_)};
  const SsruSaved saved{.forget_candidate = products_.data(),
                        .states = states_.data()};
  SsruForward(Shape(), bias_.data(), saved, hidden_.data());
  ExpectNear(hidden_, reference::Ssru(Shape(), in), 2e-6);

  const std::vector<float> d_hidden = UniformFloats(3, kRows * columns_);
  std::vector<float> d_products(products_.size());
  std::vector<float> d_bias(bias_.size(), 0.0f);
  SsruBackward(Shape(), saved, d_hidden.data(),
               {.d_forget_candidate = d_products.data(),
                .d_forget_bias = d_bias.data()});
  const auto loss = [&] { return Dot(reference::Ssru(Shape(), in), d_hidden); };
  ExpectGradient("forget_candidate", loss, in.forget_candidate, d_products);
  ExpectGradient("bias", loss, in.forget_bias, d_bias);

  // The gradient of the bias is added to.
  std::vector<float> twice = d_bias;
  SsruBackward(
      Shape(), saved, d_hidden.data(),
      {.d_forget_candidate = d_products.data(), .d_forget_bias = twice.data()});
  for (std::size_t j = 0; j < twice.size(); ++j) {
    ASSERT_NEAR(twice[j], 2.0f * d_bias[j], 1e-4f) << j;
  }
}

// The serving engine runs one row at a time and adds to the residual.
TEST_P(TrainingSsruTest, EqualsTheStepsOfDecoding) {
  std::vector<float> products = products_;
  const SsruSaved saved{.forget_candidate = products_.data(),
                        .states = states_.data()};
  SsruForward(Shape(), bias_.data(), saved, hidden_.data());
  for (std::size_t i = 0; i + 1 < offsets_.size(); ++i) {
    std::vector<float> state(static_cast<std::size_t>(columns_), 0.0f);
    for (int64_t t = offsets_[i]; t < offsets_[i + 1]; ++t) {
      float* row = products.data() + t * 2 * columns_;
      for (int64_t j = 0; j < columns_; ++j) {
        row[j] += bias_[j];
      }
      std::vector<float> hidden(state.size(), 0.0f);
      SsruStep(row, columns_, state.data(), hidden.data());
      for (int64_t j = 0; j < columns_; ++j) {
        ASSERT_NEAR(hidden[j], hidden_[t * columns_ + j], 2e-6f) << t;
        ASSERT_NEAR(state[j], states_[t * columns_ + j], 2e-6f) << t;
      }
    }
  }
}

// The sentences of a packed batch do not see each other.
TEST_P(TrainingSsruTest, ASentenceAloneHasTheSameBytes) {
  std::vector<float> last(products_.end() - 5 * 2 * columns_, products_.end());
  SsruForward(Shape(), bias_.data(),
              {.forget_candidate = products_.data(), .states = states_.data()},
              hidden_.data());
  const std::vector<int64_t> offsets = {0, 5};
  std::vector<float> states(static_cast<std::size_t>(5 * columns_));
  std::vector<float> hidden = states;
  SsruForward({.offsets = offsets, .columns = columns_}, bias_.data(),
              {.forget_candidate = last.data(), .states = states.data()},
              hidden.data());
  EXPECT_EQ(hidden,
            std::vector<float>(hidden_.end() - 5 * columns_, hidden_.end()));
}

INSTANTIATE_TEST_SUITE_P(Columns, TrainingSsruTest,
                         testing::Values(3, 4, 16, 19, 35, 64));

}  // namespace
}  // namespace interpres
