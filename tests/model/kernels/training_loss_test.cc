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

// Rows of logits, twice as many as targets.
class RDropTest : public TrainingLossTest {
 protected:
  std::vector<float> Pairs(float apart) const {
    std::vector<float> logits = Logits();
    const std::vector<float> noise =
        UniformFloats(6, static_cast<int64_t>(logits.size()));
    for (std::size_t i = 0; i < noise.size(); ++i) {
      logits.push_back(logits[i] + apart * noise[i]);
    }
    return logits;
  }

  CrossEntropyOptions options_ = [] {
    CrossEntropyOptions options = GetParam().options;
    options.r_drop = 3.0f;
    return options;
  }();
};

TEST_P(RDropTest, LossAndGradientMatchTheScalarTwin) {
  const Case& c = GetParam();
  std::vector<double> variables = ToDoubles(Pairs(1.5f));
  std::vector<float> gradient = Pairs(1.5f);
  const CrossEntropySums got =
      RDropWithGradient(options_, targets_, c.vocab, gradient.data());
  const auto twin = [&] {
    return reference::RDrop(options_, targets_, c.vocab, variables);
  };
  const double size = twin().smoothed_loss + std::abs(c.shift);
  EXPECT_NEAR(got.smoothed_loss, twin().smoothed_loss, 4e-6 * size);
  EXPECT_NEAR(got.negative_log_likelihood, twin().negative_log_likelihood,
              4e-6 * size);
  ExpectGradient(
      "logits", [&] { return twin().smoothed_loss; }, variables, gradient);
  for (std::size_t i = 0; i < 2 * targets_.size(); ++i) {
    const auto row = static_cast<int64_t>(i) * c.vocab;
    EXPECT_EQ(gradient[row + c.options.padding_id], 0.0f);
  }
}

TEST_P(RDropTest, EqualPredictionsHaveNoDivergence) {
  const Case& c = GetParam();
  std::vector<float> pairs = Pairs(0.0f);
  const CrossEntropySums both =
      RDropWithGradient(options_, targets_, c.vocab, pairs.data());
  std::vector<float> one = Logits();
  const CrossEntropySums single =
      CrossEntropyWithGradient(c.options, targets_, c.vocab, one.data());
  EXPECT_NEAR(both.smoothed_loss, 2 * single.smoothed_loss,
              4e-6 * (single.smoothed_loss + std::abs(c.shift)));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_NEAR(pairs[i], one[i % one.size()], 2e-6f) << i;
  }
}

// Sizes around whole vectors, padding inside and at the end, large logits of
// either sign.
const auto kCases = testing::Values(
    Case{4, {.label_smoothing = 0.1f, .padding_id = 3}},
    Case{16, {.label_smoothing = 0.0f, .padding_id = 15}},
    Case{33, {.label_smoothing = 0.3f, .padding_id = 7}},
    Case{67, {.label_smoothing = 0.1f, .padding_id = 66}, 20.0f},
    Case{35, {.label_smoothing = 0.1f, .padding_id = 34}, 3.0f, -200.0f},
    Case{35, {.label_smoothing = 0.1f, .padding_id = 34}, 3.0f, 200.0f});
INSTANTIATE_TEST_SUITE_P(Cases, TrainingLossTest, kCases);
INSTANTIATE_TEST_SUITE_P(Cases, RDropTest, kCases);

}  // namespace
}  // namespace interpres
