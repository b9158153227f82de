#include "model/kernels/training_attention.h"

#include "gtest/gtest.h"
#include "model/kernels/reference/training.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

class TrainingAttentionTest : public testing::TestWithParam<AttentionShape> {
 protected:
  int64_t width() const { return shape_.heads * shape_.head_dim; }
  std::vector<float> Queries(uint64_t key) const {
    return UniformFloats(key, shape_.queries * width());
  }
  std::vector<float> Keys(uint64_t key) const {
    return UniformFloats(key, shape_.keys * width());
  }
  AttentionInputs Inputs() const {
    return {.q = {q_.data(), width()},
            .k = {k_.data(), width()},
            .v = {v_.data(), width()}};
  }
  AttentionWorkspace Workspace() {
    return {.weights = weights_.data(), .scratch = scratch_.data()};
  }
  reference::AttentionArguments Arguments() const {
    return {.q = ToDoubles(q_), .k = ToDoubles(k_), .v = ToDoubles(v_)};
  }

  // The values of the parameter with the mask's row keys filled in.
  static AttentionShape WithKeys(AttentionShape shape) {
    static const auto* const keys = new std::vector<uint64_t>{
        3, 1, 4, 15, 9, 2, 6, 5, 35, 8, 97, 93, 23, 84, 62, 64, 33, 83};
    shape.dropout.row_keys = keys->data();
    return shape;
  }

  const AttentionShape shape_ = WithKeys(GetParam());
  const std::vector<float> q_ = Queries(1);
  const std::vector<float> k_ = Keys(2);
  const std::vector<float> v_ = Keys(3);
  std::vector<float> weights_ =
      std::vector<float>(static_cast<std::size_t>(shape_.WeightsSize()), 9.0f);
  std::vector<float> scratch_ =
      std::vector<float>(static_cast<std::size_t>(shape_.ScratchSize()), 9.0f);
};

TEST_P(TrainingAttentionTest, ForwardMatchesTheScalarTwin) {
  std::vector<float> out(q_.size());
  AttentionForward(shape_, Inputs(), Workspace(), {out.data(), width()});
  ExpectNear(out, reference::Attention(shape_, Arguments()), 2e-6);
}

TEST_P(TrainingAttentionTest, GradientsMatchFiniteDifferences) {
  std::vector<float> out(q_.size());
  AttentionForward(shape_, Inputs(), Workspace(), {out.data(), width()});
  const std::vector<float> d_out = Queries(4);
  std::vector<float> dq(q_.size(), 9.0f);
  std::vector<float> dk(k_.size(), 9.0f);
  std::vector<float> dv(v_.size(), 9.0f);
  AttentionBackward(shape_, Inputs(), Workspace(), {d_out.data(), width()},
                    {.dq = {dq.data(), width()},
                     .dk = {dk.data(), width()},
                     .dv = {dv.data(), width()}});
  reference::AttentionArguments arguments = Arguments();
  const auto loss = [&] {
    return Dot(reference::Attention(shape_, arguments), d_out);
  };
  // With one key the softmax is 1 for every score.
  if (shape_.keys > 1) {
    ExpectGradient("q", loss, arguments.q, dq);
    ExpectGradient("k", loss, arguments.k, dk);
  }
  ExpectGradient("v", loss, arguments.v, dv);
}

// Query, key and value side by side, as one product leaves them.
TEST_P(TrainingAttentionTest, StridedRowsGiveTheSame) {
  const int64_t stride = 3 * width() + 1;
  const auto place = [&](const std::vector<float>& dense, int64_t column,
                         std::vector<float>& packed) {
    const auto rows = static_cast<int64_t>(dense.size()) / width();
    for (int64_t i = 0; i < rows * width(); ++i) {
      packed[i / width() * stride + column + i % width()] = dense[i];
    }
  };
  std::vector<float> packed(
      static_cast<std::size_t>(std::max(shape_.queries, shape_.keys) * stride));
  place(q_, 0, packed);
  place(k_, width(), packed);
  place(v_, 2 * width(), packed);
  std::vector<float> dense_out(q_.size());
  AttentionForward(shape_, Inputs(), Workspace(), {dense_out.data(), width()});
  std::vector<float> out(static_cast<std::size_t>(shape_.queries * stride));
  AttentionForward(shape_,
                   {.q = {packed.data(), stride},
                    .k = {packed.data() + width(), stride},
                    .v = {packed.data() + 2 * width(), stride}},
                   Workspace(), {out.data(), stride});
  for (int64_t i = 0; i < shape_.queries * width(); ++i) {
    ASSERT_EQ(out[i / width() * stride + i % width()], dense_out[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, TrainingAttentionTest,
    testing::Values(
        AttentionShape{1, 1, 1, 2, true}, AttentionShape{5, 5, 2, 3, true},
        AttentionShape{4, 17, 2, 16, false}, AttentionShape{9, 3, 1, 33, false},
        AttentionShape{18, 18, 2, 8, true}, AttentionShape{7, 16, 1, 64, false},
        AttentionShape{9, 9, 2, 5, true, {0.3f, {}, 6}},
        AttentionShape{18, 18, 3, 16, true, {0.5f, {}, 7}},
        AttentionShape{6, 17, 2, 8, false, {0.2f, {}, 8}}));

}  // namespace
}  // namespace interpres
