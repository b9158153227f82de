// Products of operands that bfloat16 holds exactly are compared closely. For
// other operands the tolerance is the cost of rounding them to 8 bits.

#include "model/kernels/bf16_gemm.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

#include "gtest/gtest.h"
#include "model/kernels/compute_thread.h"
#include "model/kernels/compute_type.h"
#include "tests/model/kernels/bfloat16_values.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

float FromBits(uint32_t bits) { return std::bit_cast<float>(bits); }

TEST(ToBFloat16Test, RoundsToNearestTiesToEven) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<std::pair<float, uint16_t>> cases = {
      {0.0f, 0x0000},
      {-0.0f, 0x8000},
      {1.0f, 0x3f80},
      {FromBits(0x3f808000), 0x3f80},  // a tie, down to even
      {FromBits(0x3f818000), 0x3f82},  // a tie, up to even
      {FromBits(0x3f808001), 0x3f81},
      {FromBits(0xbf817fff), 0xbf81},
      {FromBits(0x00000001), 0x0000},
      {FromBits(0x7f7fffff), 0x7f80},  // overflow
      {infinity, 0x7f80},
      {-infinity, 0xff80},
      {FromBits(0x7fffffff), 0x7fc0},  // NaN must not turn into -0
      {FromBits(0xffffffff), 0x7fc0},
      {FromBits(0x7f800001), 0x7fc0},
  };
  // At every place of a vector and after it.
  for (const auto& [value, expected] : cases) {
    const std::vector<float> values(37, value);
    EXPECT_EQ(ToBFloat16(values), std::vector<uint16_t>(37, expected)) << value;
  }
}

class BFloat16GemmTest : public testing::TestWithParam<LinearShape> {
 protected:
  void SetUp() override {
    if (!CheckComputeType(ComputeType::kBFloat16).ok()) {
      GTEST_SKIP() << "no AVX512_BF16";
    }
    PrepareComputeThread();
  }

  const LinearShape shape_ = GetParam();
  // Rows of x and y lie apart: the gaps must stay.
  const int64_t x_stride_ = shape_.in + 3;
  const int64_t y_stride_ = shape_.out + 5;
  std::vector<float> x_ = UniformFloats(1, shape_.rows* x_stride_);
  std::vector<float> y_ = UniformFloats(2, shape_.rows* y_stride_);
  std::vector<float> w_ = UniformFloats(3, shape_.out* shape_.in);

  struct Results {
    std::vector<float> y;
    std::vector<float> dx;
    std::vector<float> dw;
  };

  Results Float32(GemmResult result) const {
    Results got{y_, x_, w_};
    LinearForward(shape_, {x_.data(), x_stride_}, w_.data(),
                  {got.y.data(), y_stride_});
    LinearBackwardWeight(shape_, {y_.data(), y_stride_}, {x_.data(), x_stride_},
                         got.dw.data());
    LinearBackwardInput(shape_, {y_.data(), y_stride_}, w_.data(),
                        {got.dx.data(), x_stride_}, result);
    return got;
  }

  Results BFloat16(GemmResult result) const {
    PrepareComputeThread();
    BFloat16Gemm gemm;
    Results got{y_, x_, w_};
    const std::vector<uint16_t> w = ToBFloat16(w_);
    gemm.Forward(shape_, {x_.data(), x_stride_}, w.data(),
                 {got.y.data(), y_stride_});
    gemm.Backward(shape_, {x_.data(), x_stride_}, w.data(),
                  {.dy = {y_.data(), y_stride_},
                   .dw = got.dw.data(),
                   .dx = {got.dx.data(), x_stride_},
                   .result = result});
    return got;
  }

  // The results of random operands with `shape.rows` rows, one after the other.
  static std::vector<float> Products(BFloat16Gemm& gemm,
                                     const LinearShape& shape,
                                     GemmResult result) {
    const std::vector<float> x = UniformFloats(1, shape.rows * shape.in);
    const std::vector<uint16_t> w =
        ToBFloat16(UniformFloats(2, shape.out * shape.in));
    std::vector<float> y = UniformFloats(3, shape.rows * shape.out);
    std::vector<float> dx = x;
    std::vector<float> dw = UniformFloats(4, shape.out * shape.in);
    gemm.Backward(shape, {x.data(), shape.in}, w.data(),
                  {.dy = {y.data(), shape.out},
                   .dw = dw.data(),
                   .dx = {dx.data(), shape.in},
                   .result = result});
    gemm.Forward(shape, {x.data(), shape.in}, w.data(), {y.data(), shape.out});
    y.insert(y.end(), dx.begin(), dx.end());
    y.insert(y.end(), dw.begin(), dw.end());
    return y;
  }

  static void ExpectClose(const Results& got, const Results& expected,
                          double tolerance) {
    ExpectNear(got.y, ToDoubles(expected.y), tolerance);
    ExpectNear(got.dx, ToDoubles(expected.dx), tolerance);
    ExpectNear(got.dw, ToDoubles(expected.dw), tolerance);
  }
};

TEST_P(BFloat16GemmTest, EqualsFloat32OnValuesOfBFloat16) {
  x_ = RoundedToBFloat16(x_);
  y_ = RoundedToBFloat16(y_);
  w_ = RoundedToBFloat16(w_);
  for (const GemmResult result : {GemmResult::kReplace, GemmResult::kAdd}) {
    ExpectClose(BFloat16(result), Float32(result), 2e-5);
  }
}

// Each operand is off by at most 2^-9 of itself; sums of products of values
// below 1 by at most 2^-8 a term, and by much less on average.
TEST_P(BFloat16GemmTest, StaysNearFloat32OnOtherValues) {
  const double terms =
      static_cast<double>(std::max({shape_.rows, shape_.in, shape_.out}));
  ExpectClose(BFloat16(GemmResult::kAdd), Float32(GemmResult::kAdd),
              std::sqrt(terms) / 256.0);
}

TEST_P(BFloat16GemmTest, GivesTheSameBytesOnTwoConcurrentThreads) {
  const Results expected = BFloat16(GemmResult::kAdd);
  Results other;
  std::thread thread([&] { other = BFloat16(GemmResult::kAdd); });
  const Results here = BFloat16(GemmResult::kAdd);
  thread.join();
  for (const Results& results : {here, other}) {
    EXPECT_EQ(results.y, expected.y);
    EXPECT_EQ(results.dx, expected.dx);
    EXPECT_EQ(results.dw, expected.dw);
  }
}

TEST_P(BFloat16GemmTest, RunsOnAFastKernel) {
  const std::string name = BFloat16Gemm().ForwardImplementation(shape_);
  EXPECT_NE(name.find("brg"), std::string::npos) << name;
}

TEST_P(BFloat16GemmTest, AnObjectCanBeUsedAgain) {
  BFloat16Gemm gemm;
  for (const int64_t rows : {int64_t{64}, int64_t{3}, shape_.rows}) {
    for (const GemmResult result : {GemmResult::kReplace, GemmResult::kAdd}) {
      const LinearShape shape{rows, shape_.in, shape_.out};
      BFloat16Gemm fresh;
      EXPECT_EQ(Products(gemm, shape, result), Products(fresh, shape, result));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BFloat16GemmTest,
    testing::Values(LinearShape{1, 4, 3}, LinearShape{3, 5, 7},
                    LinearShape{17, 33, 65}, LinearShape{64, 128, 48},
                    LinearShape{31, 8, 16}, LinearShape{32, 8, 16},
                    LinearShape{33, 8, 16}, LinearShape{96, 40, 24},
                    LinearShape{131, 48, 96}));

}  // namespace
}  // namespace interpres
