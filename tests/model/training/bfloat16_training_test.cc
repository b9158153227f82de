#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "model/kernels/compute_type.h"
#include "model/training/gradient_shards.h"
#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

ModelConfig SmallModel() {
  ModelConfig config = TinyConfig(50);
  config.d_model = 32;
  config.encoder_layers = 2;
  config.decoder_layers = 2;
  config.encoder_ffn_dim = 64;
  config.decoder_ffn_dim = 48;
  return config;
}

ExampleSet Examples(int64_t count) { return MakeExamples(count, 7, 46); }

class BFloat16TrainingTest : public TrainerTest {
 protected:
  void SetUp() override {
    const absl::Status status = CheckComputeType(ComputeType::kBFloat16);
    if (!status.ok()) {
      GTEST_SKIP() << status;
    }
  }

  struct Gradients {
    LossSums loss;
    std::vector<float> values;
  };

  // Of 40 sentences in 4 shards.
  static Gradients Compute(const ParameterLayout& layout, ComputeType type,
                           int threads) {
    const ExampleSet examples = Examples(40);
    std::vector<int32_t> all(40);
    std::iota(all.begin(), all.end(), 0);
    std::vector<TrainingBatch> parts;
    for (const auto& shard : SplitIntoShards(examples, all, 4)) {
      parts.push_back(MakeBatch(examples, shard, 49));
    }
    std::vector<float> parameters(static_cast<std::size_t>(layout.size()));
    InitializeParameters(layout, 3, parameters);
    GradientShards shards(layout, 4, threads, type);
    const LossSums loss = shards.Compute(parameters, parts, {.dropout = 0.1f});
    return {loss, {shards.gradients().begin(), shards.gradients().end()}};
  }

  // Expects that the products in bfloat16 give nearly the gradients of float32:
  // that no tensor differs by more than `max_difference` of its norm.
  //
  // 8 bits of mantissa: each operand is off by up to 2^-9 of itself, which adds
  // up over the layers to 3 to 6 %; a wrong product would be off by 100 %.
  static void ExpectNearFloat32(const ParameterLayout& layout,
                                double max_difference) {
    const Gradients exact = Compute(layout, ComputeType::kFloat32, 1);
    const Gradients rounded = Compute(layout, ComputeType::kBFloat16, 1);
    EXPECT_NEAR(rounded.loss.smoothed_loss, exact.loss.smoothed_loss,
                0.005 * exact.loss.smoothed_loss);
    EXPECT_NE(rounded.loss.smoothed_loss, exact.loss.smoothed_loss);
    for (const ParameterSlot& slot : layout.slots()) {
      if (slot.name.find("k_proj.bias") != std::string::npos) {
        continue;  // it shifts all scores alike: the gradient is zero
      }
      double difference = 0.0;
      double norm = 0.0;
      for (int64_t i = slot.offset; i < slot.offset + slot.size; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const double off = rounded.values[k] - exact.values[k];
        difference += off * off;
        norm += static_cast<double>(exact.values[k]) * exact.values[k];
      }
      EXPECT_GT(norm, 0.0) << slot.name;
      EXPECT_LT(std::sqrt(difference / norm), max_difference) << slot.name;
    }
  }

  static void ExpectSameBytesOnThreads(const ParameterLayout& layout) {
    const Gradients one = Compute(layout, ComputeType::kBFloat16, 1);
    for (const int threads : {1, 2, 3}) {
      const Gradients other = Compute(layout, ComputeType::kBFloat16, threads);
      EXPECT_EQ(other.values, one.values) << threads << " threads";
      EXPECT_EQ(other.loss.smoothed_loss, one.loss.smoothed_loss);
    }
  }

  absl::StatusOr<std::unique_ptr<Trainer>> Create(ComputeType type) {
    TrainerOptions options = Options();
    options.batching.batch_tokens = 60;
    options.schedule = {.learning_rate = 1e-2, .warmup = 4, .max_updates = 120};
    options.dropout = 0.0f;
    options.compute_type = type;
    options.start = StartMode::kResume;
    return Trainer::Create(
        options, small_,
        {.train = Examples(60), .dev = Examples(9), .start_id = 49}, Hooks());
  }

  // Of the model that TrainerTest trains.
  TrainerOptions BFloat16Options(const std::string& name) const {
    TrainerOptions options = Options(name);
    options.compute_type = ComputeType::kBFloat16;
    return options;
  }

  const ParameterLayout small_{SmallModel()};
};

TEST_F(BFloat16TrainingTest, GradientsAreNearFloat32) {
  ExpectNearFloat32(small_, 0.1);
}

TEST_F(BFloat16TrainingTest, BytesDoNotDependOnTheNumberOfThreads) {
  ExpectSameBytesOnThreads(small_);
}

TEST_F(BFloat16TrainingTest, AnSsruAndNormsBeforeTheSublayersDoTheSame) {
  ModelConfig config = SmallModel();
  config.decoder_self_layer = DecoderSelfLayer::kSsru;
  config.norm_placement = NormPlacement::kBeforeSublayer;
  const ParameterLayout layout(config);
  // The gradient of the first queries' bias is small: its errors are 11 %.
  ExpectNearFloat32(layout, 0.15);
  ExpectSameBytesOnThreads(layout);
}

TEST_F(BFloat16TrainingTest, LearnsAndIsNotResumedInAnotherType) {
  auto trainer = Create(ComputeType::kBFloat16);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  const auto reason = (*trainer)->Run(never);
  ASSERT_TRUE(reason.ok()) << reason.status();
  const TrainingBatch batch = MakeBatch(
      Examples(9), std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}, 49);
  const LossSums loss = TrainingNetwork(small_).Evaluate(
      (*trainer)->state().parameters.span(), batch, 0.0f);
  // A uniform guess over 49 symbols costs log(49) = 3.89 nats.
  EXPECT_LT(loss.negative_log_likelihood / loss.target_tokens, 2.5);

  EXPECT_THAT(std::string(Create(ComputeType::kFloat32).status().message()),
              HasSubstr("compute-type is float32 here but was bfloat16"));
  EXPECT_TRUE(Create(ComputeType::kBFloat16).ok());
}

// Only the operands of products are rounded: weights of 8 bits would swallow
// the small steps of Adam.
TEST_F(BFloat16TrainingTest, TheWeightsThatAdamMovesAreFloat32) {
  const std::vector<float> state = Train(BFloat16Options("run"));
  const auto weights =
      std::span(state).first(static_cast<std::size_t>(layout_.size()));
  const auto is_longer = [](float weight) {
    return (std::bit_cast<uint32_t>(weight) & 0xFFFFU) != 0;
  };
  // The embedding of the padding, for one, is 0 in any type.
  EXPECT_GT(std::count_if(weights.begin(), weights.end(), is_longer),
            layout_.size() * 9 / 10);
}

TEST_F(BFloat16TrainingTest, AStoppedAndResumedRunEqualsAStraightOne) {
  TrainerOptions options = BFloat16Options("straight");
  const std::vector<float> straight = Train(options);
  EXPECT_EQ(TrainInTwoSessions(options), straight);
  // It was no run in float32 under another name.
  options.state_directory = directory_ / "float32";
  options.compute_type = ComputeType::kFloat32;
  EXPECT_NE(Train(options), straight);
}

}  // namespace
}  // namespace interpres
