// The loss and the gradients of the whole network, by finite differences of the
// reference.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "model/training/corpus.h"
#include "model/training/network.h"
#include "tests/model/training/network_fixture.h"
#include "tests/model/training/reference_network.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

struct Setting {
  std::string name;
  ModelConfig config;
  LossOptions options;
};

Setting Make(std::string name, ModelConfig config, LossOptions options) {
  return {std::move(name), config, options};
}

ModelConfig WithActivation(ModelConfig config, Activation activation) {
  config.activation = activation;
  return config;
}

// The epsilon is as large as a variance, so that ignoring it would show.
ModelConfig MarianConfig() {
  ModelConfig config = TinyNetwork();
  config.layer_norm_epsilon = 0.5f;
  config.position_formula = PositionFormula::kMarian;
  return config;
}

ModelConfig Variant(ModelConfig config, DecoderSelfLayer decoder,
                    NormPlacement placement) {
  config.decoder_self_layer = decoder;
  config.norm_placement = placement;
  return config;
}

// The networks that MarianMT's files cannot state: MarianMT's is in Settings().
std::vector<Setting> VariantSettings() {
  constexpr DecoderSelfLayer kAttention = DecoderSelfLayer::kAttention;
  constexpr DecoderSelfLayer kSsru = DecoderSelfLayer::kSsru;
  constexpr NormPlacement kAfter = NormPlacement::kAfterResidual;
  constexpr NormPlacement kBefore = NormPlacement::kBeforeSublayer;
  const LossOptions plain{.label_smoothing = 0.0f, .dropout = 0.0f};
  const LossOptions dropouts{.dropout = 0.2f,
                             .attention_dropout = 0.3f,
                             .ffn_dropout = 0.2f,
                             .seed = 5,
                             .update = 9};
  const LossOptions r_drop{.dropout = 0.2f, .r_drop = 3.0f};
  return {
      Make("AttentionBefore", Variant(TinyNetwork(), kAttention, kBefore),
           plain),
      Make("AttentionBeforeDropouts",
           Variant(AlignedNetwork(), kAttention, kBefore), dropouts),
      Make("AttentionBeforeRDrop", Variant(TinyNetwork(), kAttention, kBefore),
           r_drop),
      Make("SsruAfter", Variant(TinyNetwork(), kSsru, kAfter), plain),
      Make("SsruAfterDropouts", Variant(AlignedNetwork(), kSsru, kAfter),
           dropouts),
      Make("SsruAfterRDrop", Variant(TinyNetwork(), kSsru, kAfter), r_drop),
      Make("SsruBefore", Variant(TinyNetwork(), kSsru, kBefore), plain),
      Make("SsruBeforeDropouts", Variant(AlignedNetwork(), kSsru, kBefore),
           dropouts),
      Make("SsruBeforeGelu",
           Variant(WithActivation(TinyNetwork(), Activation::kGelu), kSsru,
                   kBefore),
           r_drop),
  };
}

std::vector<Setting> Settings() {
  ModelConfig unscaled = TinyNetwork();
  unscaled.scale_embedding = false;
  return {
      Make("Plain", TinyNetwork(), {.label_smoothing = 0.0f, .dropout = 0.0f}),
      Make("Smoothed", TinyNetwork(),
           {.label_smoothing = 0.2f, .dropout = 0.0f}),
      Make("Dropout", TinyNetwork(),
           {.label_smoothing = 0.1f, .dropout = 0.3f, .seed = 5, .update = 9}),
      Make("AllDropouts", TinyNetwork(),
           {.dropout = 0.1f,
            .attention_dropout = 0.3f,
            .ffn_dropout = 0.2f,
            .seed = 5,
            .update = 9}),
      Make("RDrop", TinyNetwork(),
           {.dropout = 0.2f, .r_drop = 3.0f, .seed = 5, .update = 9}),
      Make("AlignedRDrop", AlignedNetwork(),
           {.label_smoothing = 0.0f, .dropout = 0.4f, .r_drop = 1.0f}),
      Make("AlignedGeluAllDropouts",
           WithActivation(AlignedNetwork(), Activation::kGelu),
           {.attention_dropout = 0.2f, .ffn_dropout = 0.4f}),
      Make("Gelu", WithActivation(TinyNetwork(), Activation::kGelu), {}),
      Make("Swish", WithActivation(TinyNetwork(), Activation::kSwish), {}),
      Make("QuickGelu", WithActivation(TinyNetwork(), Activation::kQuickGelu),
           {}),
      Make("MariansNormAndPositions", MarianConfig(), {}),
      Make("Unscaled", unscaled, {}),
      Make("Aligned", AlignedNetwork(), {}),
      Make("AlignedGelu", WithActivation(AlignedNetwork(), Activation::kGelu),
           {}),
  };
}

float LargestOf(std::span<const float> gradients) {
  float largest = 0.0F;
  for (const float gradient : gradients) {
    largest = std::max(largest, std::abs(gradient));
  }
  return largest;
}

class NetworkSettingTest : public testing::TestWithParam<Setting> {};

TEST_P(NetworkSettingTest, LossAndAllGradientsMatchTheReference) {
  const auto& [name, config, options] = GetParam();
  ASSERT_TRUE(ValidateModelConfig(config).ok());
  const ParameterLayout layout(config);
  const std::vector<float> parameters = RandomParameters(layout);
  TrainingBatch batch = RandomBatch(config, kBatchLengths);
  if (options.r_drop > 0.0f) {
    batch = TwiceEach(batch);
  }
  std::vector<float> gradients(SizeOf(layout), 0.0f);
  TrainingNetwork network(layout);
  const LossSums loss =
      network.ForwardBackward(parameters, batch, options, gradients);

  std::vector<double> exact(parameters.begin(), parameters.end());
  const ReferenceNetwork reference(layout);
  const ReferenceLoss expected = reference.Loss(exact, batch, options);
  EXPECT_NEAR(loss.smoothed_loss, expected.smoothed, 1e-5 * expected.smoothed);
  EXPECT_NEAR(loss.negative_log_likelihood, expected.negative_log_likelihood,
              1e-5 * expected.negative_log_likelihood);
  EXPECT_EQ(loss.target_tokens, options.r_drop > 0.0f ? 24 : 12);

  // A sanitizer has seen the network at this place already.
  constexpr int64_t kSamples = kSlowness == 1 ? 10 : 2;
  for (const ParameterSlot& slot : layout.slots()) {
    double worst = 0.0;
    double largest = 0.0;
    // A sample of every tensor; the last row of the embedding is frozen, see
    // PaddingRowGetsNoGradient.
    const bool embedding = slot.name == "model.shared.weight";
    const int64_t size =
        embedding ? config.pad_token_id * config.d_model : slot.size;
    const int64_t stride = std::max<int64_t>(1, size / kSamples);
    for (int64_t i = slot.offset; i < slot.offset + size; i += stride) {
      constexpr double kStep = 1e-5;
      const double saved = exact[i];
      exact[i] = saved + kStep;
      const double above = reference.Loss(exact, batch, options).smoothed;
      exact[i] = saved - kStep;
      const double below = reference.Loss(exact, batch, options).smoothed;
      exact[i] = saved;
      const double derivative = (above - below) / (2 * kStep);
      worst = std::max(worst, std::abs(derivative - gradients[i]));
      largest = std::max(largest, std::abs(derivative));
    }
    // The key's bias shifts all scores alike: its gradient is zero.
    const bool zero = slot.name.find("k_proj.bias") != std::string::npos;
    EXPECT_LE(worst, 3e-4 * largest + 2e-5) << slot.name;
    if (kSlowness == 1) {  // two places of a tensor can be zero by chance
      EXPECT_EQ(largest < 1e-6, zero) << slot.name << " " << largest;
    }
    const float own =
        LargestOf(std::span(gradients).subspan(slot.offset, size));
    EXPECT_EQ(own < 1e-6F, zero) << slot.name << " " << own;
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, NetworkSettingTest,
                         testing::ValuesIn(Settings()),
                         [](const auto& setting) {
                           return setting.param.name;
                         });

INSTANTIATE_TEST_SUITE_P(Variants, NetworkSettingTest,
                         testing::ValuesIn(VariantSettings()),
                         [](const auto& setting) {
                           return setting.param.name;
                         });

}  // namespace
}  // namespace interpres
