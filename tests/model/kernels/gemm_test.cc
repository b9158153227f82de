#include "model/kernels/gemm.h"

#include "gtest/gtest.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

class GemmTest : public testing::TestWithParam<LinearShape> {
 protected:
  const LinearShape shape_ = GetParam();
  // Rows of x and y lie apart: the gaps must stay.
  const int64_t x_stride_ = shape_.in + 3;
  const int64_t y_stride_ = shape_.out + 5;
  const std::vector<float> x_ = UniformFloats(1, shape_.rows* x_stride_);
  const std::vector<float> y_ = UniformFloats(2, shape_.rows* y_stride_);
  const std::vector<float> w_ = UniformFloats(3, shape_.out* shape_.in);
};

TEST_P(GemmTest, Forward) {
  UseOneGemmThread();
  std::vector<float> got = y_;
  LinearForward(shape_, {x_.data(), x_stride_}, w_.data(),
                {got.data(), y_stride_});
  std::vector<double> expected = ToDoubles(y_);
  for (int64_t i = 0; i < shape_.rows; ++i) {
    for (int64_t o = 0; o < shape_.out; ++o) {
      double sum = 0.0;
      for (int64_t k = 0; k < shape_.in; ++k) {
        sum +=
            static_cast<double>(x_[i * x_stride_ + k]) * w_[o * shape_.in + k];
      }
      expected[i * y_stride_ + o] = sum;
    }
  }
  ExpectNear(got, expected, 1e-5);
}

TEST_P(GemmTest, BackwardInputReplacesOrAdds) {
  UseOneGemmThread();
  for (const bool add : {false, true}) {
    std::vector<float> got = x_;
    LinearBackwardInput(shape_, {y_.data(), y_stride_}, w_.data(),
                        {got.data(), x_stride_},
                        add ? GemmResult::kAdd : GemmResult::kReplace);
    std::vector<double> expected = ToDoubles(x_);
    for (int64_t i = 0; i < shape_.rows; ++i) {
      for (int64_t k = 0; k < shape_.in; ++k) {
        double sum = add ? expected[i * x_stride_ + k] : 0.0;
        for (int64_t o = 0; o < shape_.out; ++o) {
          sum += static_cast<double>(y_[i * y_stride_ + o]) *
                 w_[o * shape_.in + k];
        }
        expected[i * x_stride_ + k] = sum;
      }
    }
    ExpectNear(got, expected, 1e-5);
  }
}

TEST_P(GemmTest, BackwardWeightAdds) {
  UseOneGemmThread();
  std::vector<float> got = w_;
  LinearBackwardWeight(shape_, {y_.data(), y_stride_}, {x_.data(), x_stride_},
                       got.data());
  std::vector<double> expected = ToDoubles(w_);
  for (int64_t o = 0; o < shape_.out; ++o) {
    for (int64_t k = 0; k < shape_.in; ++k) {
      for (int64_t i = 0; i < shape_.rows; ++i) {
        expected[o * shape_.in + k] +=
            static_cast<double>(y_[i * y_stride_ + o]) * x_[i * x_stride_ + k];
      }
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
