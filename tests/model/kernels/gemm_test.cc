#include "model/kernels/gemm.h"

#include "gtest/gtest.h"
#include "model/kernels/compute_thread.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

// An element of a matrix in either orientation: (i, j) at i * row + j * column.
struct Operand {
  const std::vector<float>& values;
  int64_t row;
  int64_t column;
  const float* Row(int64_t i) const { return values.data() + i * row; }
};

// sum_k a(i, k) b(j, k)
double SumOfProducts(const Operand& a, int64_t i, const Operand& b, int64_t j,
                     int64_t count) {
  double sum = 0.0;
  for (int64_t k = 0; k < count; ++k) {
    sum += static_cast<double>(a.Row(i)[k * a.column]) *
           static_cast<double>(b.Row(j)[k * b.column]);
  }
  return sum;
}

class GemmTest : public testing::TestWithParam<LinearShape> {
 protected:
  void SetUp() override { PrepareComputeThread(); }

  const LinearShape shape_ = GetParam();
  // Rows of x and y lie apart: the gaps must stay.
  const int64_t x_stride_ = shape_.in + 3;
  const int64_t y_stride_ = shape_.out + 5;
  const std::vector<float> x_ = UniformFloats(1, shape_.rows* x_stride_);
  const std::vector<float> y_ = UniformFloats(2, shape_.rows* y_stride_);
  const std::vector<float> w_ = UniformFloats(3, shape_.out* shape_.in);
};

TEST_P(GemmTest, Forward) {
  std::vector<float> got = y_;
  LinearForward(shape_, {x_.data(), x_stride_}, w_.data(),
                {got.data(), y_stride_});
  std::vector<double> expected = ToDoubles(y_);
  for (int64_t i = 0; i < shape_.rows; ++i) {
    for (int64_t o = 0; o < shape_.out; ++o) {
      expected[i * y_stride_ + o] = SumOfProducts(
          {x_, x_stride_, 1}, i, {w_, shape_.in, 1}, o, shape_.in);
    }
  }
  ExpectNear(got, expected, 1e-5);
}

TEST_P(GemmTest, BackwardInputReplacesOrAdds) {
  std::vector<float> replaced = x_;
  std::vector<float> added = x_;
  const ConstMatrix dy{y_.data(), y_stride_};
  LinearBackwardInput(shape_, dy, w_.data(), {replaced.data(), x_stride_},
                      GemmResult::kReplace);
  LinearBackwardInput(shape_, dy, w_.data(), {added.data(), x_stride_},
                      GemmResult::kAdd);
  std::vector<double> expected = ToDoubles(x_);
  std::vector<double> expected_sum = ToDoubles(x_);
  for (int64_t i = 0; i < shape_.rows; ++i) {
    for (int64_t k = 0; k < shape_.in; ++k) {
      const double product = SumOfProducts({y_, y_stride_, 1}, i,
                                           {w_, 1, shape_.in}, k, shape_.out);
      expected[i * x_stride_ + k] = product;
      expected_sum[i * x_stride_ + k] += product;
    }
  }
  ExpectNear(replaced, expected, 1e-5);
  ExpectNear(added, expected_sum, 1e-5);
}

TEST_P(GemmTest, BackwardWeightAdds) {
  std::vector<float> got = w_;
  LinearBackwardWeight(shape_, {y_.data(), y_stride_}, {x_.data(), x_stride_},
                       got.data());
  std::vector<double> expected = ToDoubles(w_);
  for (int64_t o = 0; o < shape_.out; ++o) {
    for (int64_t k = 0; k < shape_.in; ++k) {
      expected[o * shape_.in + k] += SumOfProducts(
          {y_, 1, y_stride_}, o, {x_, 1, x_stride_}, k, shape_.rows);
    }
  }
  ExpectNear(got, expected, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, GemmTest,
                         testing::Values(LinearShape{1, 1, 1},
                                         LinearShape{3, 5, 7},
                                         LinearShape{17, 33, 65},
                                         LinearShape{64, 128, 48}));

}  // namespace
}  // namespace interpres
