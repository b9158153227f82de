#include "model/kernels/training_rows.h"

#include <cmath>

#include "gtest/gtest.h"
#include "model/kernels/counter_random.h"
#include "model/kernels/reference/training.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

// Columns around whole vectors of every instruction set.
class TrainingRowsTest : public testing::TestWithParam<int64_t> {
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

  const int64_t columns_ = GetParam();
  const std::vector<uint64_t> row_keys_ = {11, 12, 13, 14, 15};
  const DropoutMask dropout_{
      .probability = 0.4f, .row_keys = row_keys_.data(), .mask_id = 3};
};

TEST_P(TrainingRowsTest, EmbeddingAndItsGradient) {
  const std::vector<int32_t> ids = {2, 0, 3, 2, 1};
  const std::vector<int32_t> positions = {0, 1, 2, 0, 1};
  const EmbeddingRows rows{.ids = ids,
                           .positions = positions,
                           .columns = columns_,
                           .scale = 2.5f,
                           .dropout = dropout_};
  const std::vector<float> table = UniformFloats(1, 4 * columns_);
  const std::vector<float> places = UniformFloats(2, 3 * columns_);
  std::vector<float> x = Zeros(kRows);
  EmbedRows(rows, table.data(), places.data(), x.data());
  std::vector<double> variables = ToDoubles(table);
  const std::vector<double> exact_places = ToDoubles(places);
  ExpectNear(x, reference::EmbedRows(rows, variables, exact_places), 1e-6);

  const std::vector<float> dx = Matrix(4);
  std::vector<float> gradient = Zeros(4);
  EmbedRowsBackward(rows, dx.data(), /*padding_id=*/-1, gradient.data());
  const auto loss = [&] {
    return Dot(reference::EmbedRows(rows, variables, exact_places), dx);
  };
  ExpectGradient("table", loss, variables, gradient);

  // The same without row 2, twice: gradients add up.
  std::vector<float> frozen = Zeros(4);
  EmbedRowsBackward(rows, dx.data(), /*padding_id=*/2, frozen.data());
  EmbedRowsBackward(rows, dx.data(), /*padding_id=*/2, frozen.data());
  for (int64_t i = 0; i < 4 * columns_; ++i) {
    const float expected = i / columns_ == 2 ? 0.0f : 2.0f * gradient[i];
    ASSERT_NEAR(frozen[i], expected, 1e-5f) << i;
  }
}

TEST_P(TrainingRowsTest, BiasAndItsGradient) {
  const std::vector<float> bias = Row(1);
  std::vector<float> x = Matrix(2);
  const std::vector<float> before = x;
  AddBias(kRows, columns_, bias.data(), x.data());
  std::vector<float> gradient = bias;
  AddBiasBackward(kRows, columns_, before.data(), gradient.data());
  for (int64_t j = 0; j < columns_; ++j) {
    float sum = bias[j];
    for (int64_t i = 0; i < kRows; ++i) {
      sum += before[i * columns_ + j];
      ASSERT_EQ(x[i * columns_ + j], before[i * columns_ + j] + bias[j]);
    }
    ASSERT_NEAR(gradient[j], sum, 1e-5f);
  }
}

TEST_P(TrainingRowsTest, ActivationsAndTheirGradients) {
  for (const RowActivation activation :
       {RowActivation::kRelu, RowActivation::kGelu, RowActivation::kSwish,
        RowActivation::kQuickGelu}) {
    SCOPED_TRACE(static_cast<int>(activation));
    const ActivationRows shape{
        .rows = kRows, .columns = columns_, .activation = activation};
    const std::vector<float> bias = Row(1);
    std::vector<float> x = Matrix(2);
    for (float& value : x) {
      value *= 4.0f;
    }
    std::vector<double> exact_x = ToDoubles(x);
    std::vector<double> exact_bias = ToDoubles(bias);
    std::vector<float> y = Zeros(kRows);
    const bool in_place = ActivationRunsInPlace(activation);
    BiasActivation(shape, bias.data(), x.data(),
                   in_place ? x.data() : y.data());
    const std::vector<float>& output = in_place ? x : y;
    ExpectNear(output, reference::BiasActivation(shape, exact_bias, exact_x),
               2e-6);

    const std::vector<float> dy = Matrix(3);
    std::vector<float> dx = dy;
    std::vector<float> d_bias = Zeros(1);
    BiasActivationBackward(shape, x.data(), dx.data(), d_bias.data());
    const auto loss = [&] {
      return Dot(reference::BiasActivation(shape, exact_bias, exact_x), dy);
    };
    ExpectGradient("x", loss, exact_x, dx);
    ExpectGradient("bias", loss, exact_bias, d_bias);
  }
}

TEST_P(TrainingRowsTest, DropoutIsItsOwnGradient) {
  std::vector<float> x = Matrix(1);
  const std::vector<double> exact = ToDoubles(x);
  DropRows(kRows, columns_, dropout_, x.data());
  ExpectNear(x, reference::DropRows(columns_, dropout_, exact), 1e-6);

  std::vector<double> variables = exact;
  const std::vector<float> dy = Matrix(2);
  std::vector<float> dx = dy;
  DropRows(kRows, columns_, dropout_, dx.data());
  const auto loss = [&] {
    return Dot(reference::DropRows(columns_, dropout_, variables), dy);
  };
  ExpectGradient("x", loss, variables, dx);

  std::vector<float> kept = dy;
  DropRows(kRows, columns_, {}, kept.data());
  EXPECT_EQ(kept, dy);
}

INSTANTIATE_TEST_SUITE_P(Columns, TrainingRowsTest,
                         testing::Values(3, 4, 16, 19, 35, 64));

// A long row of ones through an embedding: what is left is the mask.
std::vector<float> MaskOf(const DropoutMask& mask, int64_t columns) {
  const std::vector<int32_t> zero = {0};
  const std::vector<float> ones(static_cast<std::size_t>(columns), 1.0f);
  const std::vector<float> zeros(ones.size(), 0.0f);
  std::vector<float> out(ones.size());
  EmbedRows({.ids = zero,
             .positions = zero,
             .columns = columns,
             .scale = 1.0f,
             .dropout = mask},
            ones.data(), zeros.data(), out.data());
  return out;
}

TEST(DropoutMaskTest, KeepsTheStatedShareAndTheMean) {
  constexpr int64_t kColumns = 100000;
  for (const float probability : {0.1f, 0.5f, 0.9f}) {
    const uint64_t key = 42;
    const std::vector<float> mask = MaskOf(
        {.probability = probability, .row_keys = &key, .mask_id = 1}, kColumns);
    double sum = 0.0;
    double dropped = 0.0;
    for (const float factor : mask) {
      sum += factor;
      dropped += factor == 0.0f ? 1.0 : 0.0;
    }
    EXPECT_NEAR(dropped / kColumns, probability, 0.006);
    EXPECT_NEAR(sum / kColumns, 1.0, 0.05);
  }
}

TEST(DropoutMaskTest, UsesAndRowsAreIndependent) {
  constexpr int64_t kColumns = 100000;
  const uint64_t keys[] = {42, 43};
  const std::vector<float> base =
      MaskOf({.probability = 0.5f, .row_keys = keys, .mask_id = 1}, kColumns);
  const std::vector<float> other_mask =
      MaskOf({.probability = 0.5f, .row_keys = keys, .mask_id = 2}, kColumns);
  const std::vector<float> other_row = MaskOf(
      {.probability = 0.5f, .row_keys = keys + 1, .mask_id = 1}, kColumns);
  for (const std::vector<float>& other : {other_mask, other_row}) {
    double agreeing = 0.0;
    for (std::size_t i = 0; i < base.size(); ++i) {
      agreeing += base[i] == other[i] ? 1.0 : 0.0;
    }
    EXPECT_NEAR(agreeing / kColumns, 0.5, 0.008);
  }
}

}  // namespace
}  // namespace interpres
