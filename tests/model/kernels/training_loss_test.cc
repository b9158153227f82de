#include "model/kernels/training_loss.h"

#include "gtest/gtest.h"
#include "model/kernels/reference/training.h"
#include "tests/model/kernels/finite_differences.h"

namespace interpres {
namespace {

struct Case {
  int64_t vocab;
  CrossEntropyOptions options;
  float scale = 3.0f;  // of the logits
  float shift = 0.0f;
};

class TrainingLossTest : public testing::TestWithParam<Case> {
 protected:
  std::vector<float> Logits() const {
    const Case& c = GetParam();
    std::vector<float> logits =
        UniformFloats(5, c.vocab * static_cast<int64_t>(targets_.size()));
    for (float& logit : logits) {
      logit = logit * c.scale + c.shift;
    }
    return logits;
  }
  const std::vector<int32_t> targets_ = {1, 0, 2};
};

TEST_P(TrainingLossTest, MatchesTheScalarTwin) {
  const Case& c = GetParam();
  std::vector<float> logits = Logits();
  const CrossEntropySums expected =
      reference::CrossEntropy(c.options, targets_, c.vocab, ToDoubles(logits));
  const CrossEntropySums got =
      CrossEntropy(c.options, targets_, c.vocab, logits.data());
  EXPECT_NEAR(got.smoothed_loss, expected.smoothed_loss,
              2e-6 * (expected.smoothed_loss + std::abs(c.shift)));
  EXPECT_NEAR(got.negative_log_likelihood, expected.negative_log_likelihood,
              2e-6 * (expected.negative_log_likelihood + std::abs(c.shift)));
}

TEST_P(TrainingLossTest, GradientMatchesFiniteDifferences) {
  const Case& c = GetParam();
  std::vector<double> variables = ToDoubles(Logits());
  std::vector<float> gradient = Logits();
  std::vector<float> copy = Logits();
  const CrossEntropySums with =
      CrossEntropyWithGradient(c.options, targets_, c.vocab, gradient.data());
  const CrossEntropySums without =
      CrossEntropy(c.options, targets_, c.vocab, copy.data());
  EXPECT_EQ(with.smoothed_loss, without.smoothed_loss);
  EXPECT_EQ(with.negative_log_likelihood, without.negative_log_likelihood);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const auto row = static_cast<int64_t>(i) * c.vocab;
    EXPECT_EQ(gradient[row + c.options.padding_id], 0.0f);
  }
  const auto loss = [&] {
    return reference::CrossEntropy(c.options, targets_, c.vocab, variables)
        .smoothed_loss;
  };
  ExpectGradient("logits", loss, variables, gradient);
}

// Sizes around whole vectors, padding inside and at the end, large logits of
// either sign.
INSTANTIATE_TEST_SUITE_P(
    Cases, TrainingLossTest,
    testing::Values(
        Case{4, {.label_smoothing = 0.1f, .padding_id = 3}},
        Case{16, {.label_smoothing = 0.0f, .padding_id = 15}},
        Case{33, {.label_smoothing = 0.3f, .padding_id = 7}},
        Case{67, {.label_smoothing = 0.1f, .padding_id = 66}, 20.0f},
        Case{35, {.label_smoothing = 0.1f, .padding_id = 34}, 3.0f, -200.0f},
        Case{35, {.label_smoothing = 0.1f, .padding_id = 34}, 3.0f, 200.0f}));

}  // namespace
}  // namespace interpres
