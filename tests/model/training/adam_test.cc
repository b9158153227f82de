#include "model/training/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace interpres {
namespace {

// The formula of the paper (Algorithm 1), in double precision.
struct ScalarAdam {
  double parameter = 0.0;
  double m = 0.0;
  double v = 0.0;

  void Update(const AdamOptions& options, double rate, double gradient,
              int64_t t) {
    m = options.beta1 * m + (1.0 - options.beta1) * gradient;
    v = options.beta2 * v + (1.0 - options.beta2) * gradient * gradient;
    const double m_hat =
        m / (1.0 - std::pow(options.beta1, static_cast<double>(t)));
    const double v_hat =
        v / (1.0 - std::pow(options.beta2, static_cast<double>(t)));
    parameter -= rate * m_hat / (std::sqrt(v_hat) + options.epsilon);
  }
};

TEST(AdamTest, FollowsThePapersFormula) {
  const AdamOptions options;
  // 37: the vectorised loop has a tail.
  std::vector<float> parameters(37), first(37), second(37), gradients(37);
  std::vector<ScalarAdam> expected(37);
  for (std::size_t i = 0; i < 37; ++i) {
    parameters[i] = 0.1f * static_cast<float>(i) - 1.0f;
    expected[i].parameter = parameters[i];
  }
  for (int64_t t = 1; t <= 25; ++t) {
    for (std::size_t i = 0; i < 37; ++i) {
      gradients[i] = std::sin(static_cast<float>(t) + static_cast<float>(i));
      expected[i].Update(options, 0.01, 0.5 * gradients[i], t);
    }
    AdamUpdate(options,
               {.learning_rate = 0.01f, .gradient_scale = 0.5f, .update = t},
               {.parameters = parameters,
                .first_moments = first,
                .second_moments = second,
                .gradients = gradients});
  }
  for (std::size_t i = 0; i < 37; ++i) {
    EXPECT_NEAR(parameters[i], expected[i].parameter, 2e-5) << i;
    EXPECT_NEAR(first[i], expected[i].m, 1e-6) << i;
    EXPECT_NEAR(second[i], expected[i].v, 1e-6) << i;
  }
}

TEST(AdamTest, AParameterWithoutGradientStays) {
  std::vector<float> parameter = {0.0f}, first = {0.0f}, second = {0.0f};
  const std::vector<float> gradient = {0.0f};
  AdamUpdate({}, {.learning_rate = 1.0f, .gradient_scale = 1.0f, .update = 1},
             {.parameters = parameter,
              .first_moments = first,
              .second_moments = second,
              .gradients = gradient});
  EXPECT_EQ(parameter[0], 0.0f);
}

TEST(AdamTest, ElementsDoNotDependOnHowTheArrayIsCut) {
  std::vector<float> whole(100, 0.5f), cut(100, 0.5f), gradients(100);
  std::vector<float> first(100), second(100), cut_first(100), cut_second(100);
  for (std::size_t i = 0; i < 100; ++i) {
    gradients[i] = std::cos(static_cast<float>(i));
  }
  const AdamStep step = {
      .learning_rate = 0.1f, .gradient_scale = 1.0f, .update = 3};
  AdamUpdate({}, step,
             {.parameters = whole,
              .first_moments = first,
              .second_moments = second,
              .gradients = gradients});
  for (std::size_t begin : {0, 16, 48}) {
    const std::size_t size = begin == 0 ? 16 : begin == 16 ? 32 : 52;
    AdamUpdate({}, step,
               {.parameters = std::span(cut).subspan(begin, size),
                .first_moments = std::span(cut_first).subspan(begin, size),
                .second_moments = std::span(cut_second).subspan(begin, size),
                .gradients = std::span(gradients).subspan(begin, size)});
  }
  EXPECT_EQ(whole, cut);
}

TEST(SumOfSquaresTest, AddsBlocksAndTail) {
  std::vector<float> values(4096 * 2 + 21, 0.5f);
  EXPECT_DOUBLE_EQ(SumOfSquares(values),
                   0.25 * static_cast<double>(values.size()));
  EXPECT_EQ(SumOfSquares({}), 0.0);
}

}  // namespace
}  // namespace interpres
