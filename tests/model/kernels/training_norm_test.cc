#include "model/kernels/training_norm.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "model/kernels/reference/training.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

// Columns around whole vectors of every instruction set.
class TrainingNormTest : public testing::TestWithParam<int64_t> {
 protected:
  static constexpr int64_t kRows = 5;

  std::vector<float> Matrix(uint64_t key) const {
    return UniformFloats(key, kRows * columns_);
  }
  std::vector<float> Row(uint64_t key) const {
    return UniformFloats(key, columns_);
  }
  std::vector<float> Zeros(int64_t rows) const {
    return std::vector<float>(static_cast<std::size_t>(rows * columns_), 0.0f);
  }
  LayerNormOutputs Outputs() {
    return {.saved = {.normalized = normalized_.data(),
                      .inverse_deviation = inverse_.data()},
            .y = y_.data()};
  }

  const int64_t columns_ = GetParam();
  const std::vector<uint64_t> row_keys_ = {11, 12, 13, 14, 15};
  const DropoutMask dropout_{
      .probability = 0.4f, .row_keys = row_keys_.data(), .mask_id = 3};
  std::vector<float> normalized_ = Zeros(kRows);
  std::vector<float> inverse_ = std::vector<float>(kRows);
  std::vector<float> y_ = Zeros(kRows);
  std::vector<float> d_gamma_ = Zeros(1);
  std::vector<float> d_beta_ = Zeros(1);
};

TEST_P(TrainingNormTest, ResidualNormAndItsGradients) {
  for (const bool has_bias : {true, false}) {
    SCOPED_TRACE(has_bias ? "bias" : "no bias");
    const std::vector<float> residual = Matrix(1);
    const std::vector<float> sublayer = Matrix(2);
    const std::vector<float> bias = has_bias ? Row(3) : std::vector<float>();
    const std::vector<float> gamma = Row(4);
    const std::vector<float> beta = Row(5);
    const ResidualNormRows shape{.rows = kRows,
                                 .columns = columns_,
                                 .epsilon = 0.25f,
                                 .dropout = dropout_,
                                 .bias = has_bias ? bias.data() : nullptr,
                                 .gamma = gamma.data(),
                                 .beta = beta.data()};
    ResidualNorm(shape, residual.data(), sublayer.data(), Outputs());
    reference::ResidualNormInputs in{.residual = ToDoubles(residual),
                                     .sublayer = ToDoubles(sublayer),
                                     .bias = ToDoubles(bias),
                                     .gamma = ToDoubles(gamma),
                                     .beta = ToDoubles(beta)};
    ExpectNear(y_, reference::ResidualNorm(shape, in), 1e-5);

    // The gradient of the residual may replace the gradient of the output.
    const std::vector<float> dy = Matrix(6);
    std::vector<float> d_residual = dy;
    std::vector<float> d_sublayer = Zeros(kRows);
    std::vector<float> d_bias = Zeros(1);
    d_gamma_ = Zeros(1);
    d_beta_ = Zeros(1);
    ResidualNormBackward(shape, Outputs().saved, d_residual.data(),
                         {.d_residual = d_residual.data(),
                          .d_sublayer = d_sublayer.data(),
                          .d_bias = has_bias ? d_bias.data() : nullptr,
                          .d_gamma = d_gamma_.data(),
                          .d_beta = d_beta_.data()});
    const auto loss = [&] {
      return Dot(reference::ResidualNorm(shape, in), dy);
    };
    ExpectGradient("residual", loss, in.residual, d_residual);
    ExpectGradient("sublayer", loss, in.sublayer, d_sublayer);
    ExpectGradient("gamma", loss, in.gamma, d_gamma_);
    ExpectGradient("beta", loss, in.beta, d_beta_);
    if (has_bias) {
      ExpectGradient("bias", loss, in.bias, d_bias);
    }
  }
}

TEST_P(TrainingNormTest, LayerNormAndItsGradients) {
  const std::vector<float> x = Matrix(1);
  const std::vector<float> gamma = Row(4);
  const std::vector<float> beta = Row(5);
  const LayerNormRows shape{.rows = kRows,
                            .columns = columns_,
                            .epsilon = 0.25f,
                            .gamma = gamma.data(),
                            .beta = beta.data()};
  LayerNormForward(shape, x.data(), Outputs());
  reference::LayerNormInputs in{
      .x = ToDoubles(x), .gamma = ToDoubles(gamma), .beta = ToDoubles(beta)};
  ExpectNear(y_, reference::LayerNorm(shape, in), 1e-5);

  const std::vector<float> dy = Matrix(6);
  std::vector<float> dx = dy;  // in place
  LayerNormBackward(
      shape, Outputs().saved, dx.data(),
      {.dx = dx.data(), .d_gamma = d_gamma_.data(), .d_beta = d_beta_.data()});
  const auto loss = [&] { return Dot(reference::LayerNorm(shape, in), dy); };
  ExpectGradient("x", loss, in.x, dx);
  ExpectGradient("gamma", loss, in.gamma, d_gamma_);
  ExpectGradient("beta", loss, in.beta, d_beta_);

  // Added to what dx, d_gamma and d_beta have.
  const std::vector<float> before = Matrix(7);
  const std::vector<float> once = d_gamma_;
  std::vector<float> sum = before;
  LayerNormBackward(shape, Outputs().saved, dy.data(),
                    {.dx = sum.data(),
                     .adds_to_dx = true,
                     .d_gamma = d_gamma_.data(),
                     .d_beta = d_beta_.data()});
  for (std::size_t i = 0; i < dx.size(); ++i) {
    ASSERT_NEAR(sum[i], before[i] + dx[i], 1e-6f) << i;
  }
  for (std::size_t j = 0; j < once.size(); ++j) {
    ASSERT_NEAR(d_gamma_[j], 2.0f * once[j], 1e-5f) << j;
  }
}

TEST_P(TrainingNormTest, ResidualSumAndItsGradients) {
  for (const bool has_bias : {true, false}) {
    SCOPED_TRACE(has_bias ? "bias" : "no bias");
    const std::vector<float> residual = Matrix(1);
    const std::vector<float> sublayer = Matrix(2);
    const std::vector<float> bias = has_bias ? Row(3) : std::vector<float>();
    const ResidualRows shape{.rows = kRows,
                             .columns = columns_,
                             .dropout = dropout_,
                             .bias = has_bias ? bias.data() : nullptr};
    AddResidual(shape, residual.data(), sublayer.data(), y_.data());
    reference::ResidualInputs in{.residual = ToDoubles(residual),
                                 .sublayer = ToDoubles(sublayer),
                                 .bias = ToDoubles(bias)};
    ExpectNear(y_, reference::AddResidual(shape, in), 1e-6);

    const std::vector<float> dy = Matrix(6);
    std::vector<float> d_sublayer = Zeros(kRows);
    std::vector<float> d_bias = Zeros(1);
    AddResidualBackward(shape, dy.data(), d_sublayer.data(),
                        has_bias ? d_bias.data() : nullptr);
    const auto loss = [&] {
      return Dot(reference::AddResidual(shape, in), dy);
    };
    ExpectGradient("residual", loss, in.residual, dy);
    ExpectGradient("sublayer", loss, in.sublayer, d_sublayer);
    if (has_bias) {
      ExpectGradient("bias", loss, in.bias, d_bias);
    }
  }
}

// The layer norm behind the sum, in one pass or in two.
TEST_P(TrainingNormTest, OnePassEqualsTwo) {
  const std::vector<float> residual = Matrix(1);
  const std::vector<float> sublayer = Matrix(2);
  const std::vector<float> gamma = Row(4);
  const std::vector<float> beta = Row(5);
  std::vector<float> sum = Zeros(kRows);
  AddResidual({.rows = kRows, .columns = columns_, .dropout = dropout_},
              residual.data(), sublayer.data(), sum.data());
  LayerNormForward({.rows = kRows,
                    .columns = columns_,
                    .gamma = gamma.data(),
                    .beta = beta.data()},
                   sum.data(), Outputs());
  const std::vector<float> two_passes = y_;
  ResidualNorm({.rows = kRows,
                .columns = columns_,
                .dropout = dropout_,
                .gamma = gamma.data(),
                .beta = beta.data()},
               residual.data(), sublayer.data(), Outputs());
  for (std::size_t i = 0; i < y_.size(); ++i) {
    ASSERT_NEAR(y_[i], two_passes[i], 1e-6f) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, TrainingNormTest,
                         testing::Values(3, 4, 16, 19, 35, 64));

}  // namespace
}  // namespace interpres
