#include "model/training/network.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "model/kernels/counter_random.h"
#include "model/training/corpus.h"
#include "tests/model/training/reference_network.h"
#include "tests/model/training/tensor_offset.h"

namespace interpres {
namespace {

struct Setting {
  std::string name;
  ModelConfig config;
  LossOptions options;
};

ModelConfig TinyConfig() {
  return {.vocab_size = 11,
          .d_model = 12,
          .encoder_layers = 2,
          .decoder_layers = 2,
          .encoder_attention_heads = 2,
          .decoder_attention_heads = 3,
          .encoder_ffn_dim = 10,
          .decoder_ffn_dim = 7,
          .max_position_embeddings = 32,
          .pad_token_id = 10,
          .decoder_start_token_id = 10};
}

// Whole vectors of every width: d = 32, heads of 16.
ModelConfig AlignedConfig() {
  ModelConfig config = TinyConfig();
  config.d_model = 32;
  config.decoder_attention_heads = 2;
  config.encoder_ffn_dim = 64;
  config.decoder_ffn_dim = 48;
  return config;
}

Setting Make(std::string name, ModelConfig config, LossOptions options) {
  return {std::move(name), config, options};
}

ModelConfig WithActivation(ModelConfig config, Activation activation) {
  config.activation = activation;
  return config;
}

// The epsilon is as large as a variance, so that ignoring it would show.
ModelConfig MarianConfig() {
  ModelConfig config = TinyConfig();
  config.layer_norm_epsilon = 0.5f;
  config.position_formula = PositionFormula::kMarian;
  return config;
}

std::vector<Setting> Settings() {
  ModelConfig unscaled = TinyConfig();
  unscaled.scale_embedding = false;
  return {
      Make("Plain", TinyConfig(), {.label_smoothing = 0.0f, .dropout = 0.0f}),
      Make("Smoothed", TinyConfig(),
           {.label_smoothing = 0.2f, .dropout = 0.0f}),
      Make("Dropout", TinyConfig(),
           {.label_smoothing = 0.1f, .dropout = 0.3f, .seed = 5, .update = 9}),
      Make("AllDropouts", TinyConfig(),
           {.dropout = 0.1f,
            .attention_dropout = 0.3f,
            .ffn_dropout = 0.2f,
            .seed = 5,
            .update = 9}),
      Make("RDrop", TinyConfig(),
           {.dropout = 0.2f, .r_drop = 3.0f, .seed = 5, .update = 9}),
      Make("AlignedRDrop", AlignedConfig(),
           {.label_smoothing = 0.0f, .dropout = 0.4f, .r_drop = 1.0f}),
      Make("AlignedGeluAllDropouts",
           WithActivation(AlignedConfig(), Activation::kGelu),
           {.attention_dropout = 0.2f, .ffn_dropout = 0.4f}),
      Make("Gelu", WithActivation(TinyConfig(), Activation::kGelu), {}),
      Make("Swish", WithActivation(TinyConfig(), Activation::kSwish), {}),
      Make("QuickGelu", WithActivation(TinyConfig(), Activation::kQuickGelu),
           {}),
      Make("MariansNormAndPositions", MarianConfig(), {}),
      Make("Unscaled", unscaled, {}),
      Make("Aligned", AlignedConfig(), {}),
      Make("AlignedGelu", WithActivation(AlignedConfig(), Activation::kGelu),
           {}),
  };
}

// Sentences of the lengths given, with ids drawn below the padding.
TrainingBatch MakeBatch(const ModelConfig& config,
                        const std::vector<std::pair<int, int>>& lengths) {
  TrainingBatch batch;
  batch.source_offsets = {0};
  batch.target_offsets = {0};
  uint32_t drawn = 0;
  const auto draw = [&config, &drawn] {
    return static_cast<int32_t>(RandomBits(77, drawn++) %
                                static_cast<uint32_t>(config.vocab_size - 1));
  };
  for (const auto& [source, target] : lengths) {
    for (int i = 0; i < source; ++i) {
      batch.source_ids.push_back(draw());
    }
    int32_t previous = config.decoder_start_token_id;
    for (int i = 0; i < target; ++i) {
      batch.target_inputs.push_back(previous);
      previous = i + 1 == target ? config.eos_token_id : draw();
      batch.target_outputs.push_back(previous);
    }
    batch.source_offsets.push_back(batch.source_tokens());
    batch.target_offsets.push_back(batch.target_tokens());
    batch.sentence_keys.push_back(1000 + batch.sentence_keys.size());
  }
  return batch;
}

TrainingBatch Sentence(const TrainingBatch& batch, std::size_t i) {
  const auto cut = [](const std::vector<int32_t>& from, int64_t begin,
                      int64_t end) {
    return std::vector<int32_t>(from.begin() + begin, from.begin() + end);
  };
  const int64_t source = batch.source_offsets[i];
  const int64_t target = batch.target_offsets[i];
  const int64_t source_end = batch.source_offsets[i + 1];
  const int64_t target_end = batch.target_offsets[i + 1];
  return {.source_ids = cut(batch.source_ids, source, source_end),
          .source_offsets = {0, source_end - source},
          .target_inputs = cut(batch.target_inputs, target, target_end),
          .target_outputs = cut(batch.target_outputs, target, target_end),
          .target_offsets = {0, target_end - target},
          .sentence_keys = {batch.sentence_keys[i]}};
}

std::size_t Size(const ParameterLayout& layout) {
  return static_cast<std::size_t>(layout.size());
}

// Random layer norms and biases too, so that no gradient is zero by symmetry.
std::vector<float> RandomParameters(const ParameterLayout& layout) {
  std::vector<float> parameters(Size(layout));
  InitializeParameters(layout, 3, parameters);
  for (const ParameterSlot& slot : layout.slots()) {
    const int64_t end =
        slot.shape.size() == 1 ? slot.offset + slot.size : slot.offset;
    for (int64_t i = slot.offset; i < end; ++i) {
      parameters[i] += static_cast<float>(
          0.4 * RandomUniform(8, static_cast<uint32_t>(i)) - 0.2);
    }
  }
  return parameters;
}

const std::vector<std::pair<int, int>> kLengths = {{5, 4}, {1, 2}, {3, 6}};

class NetworkSettingTest : public testing::TestWithParam<Setting> {};

TEST_P(NetworkSettingTest, LossAndAllGradientsMatchTheReference) {
  const auto& [name, config, options] = GetParam();
  ASSERT_TRUE(ValidateModelConfig(config).ok());
  const ParameterLayout layout(config);
  const std::vector<float> parameters = RandomParameters(layout);
  TrainingBatch batch = MakeBatch(config, kLengths);
  if (options.r_drop > 0.0f) {
    batch = TwiceEach(batch);
  }
  std::vector<float> gradients(Size(layout), 0.0f);
  TrainingNetwork network(layout);
  const LossSums loss =
      network.ForwardBackward(parameters, batch, options, gradients);

  std::vector<double> exact(parameters.begin(), parameters.end());
  const ReferenceLoss expected =
      ComputeReferenceLoss(layout, exact, batch, options);
  EXPECT_NEAR(loss.smoothed_loss, expected.smoothed, 1e-5 * expected.smoothed);
  EXPECT_NEAR(loss.negative_log_likelihood, expected.negative_log_likelihood,
              1e-5 * expected.negative_log_likelihood);
  EXPECT_EQ(loss.target_tokens, options.r_drop > 0.0f ? 24 : 12);

  for (const ParameterSlot& slot : layout.slots()) {
    double worst = 0.0;
    double largest = 0.0;
    // A sample of every tensor; the last row of the embedding is frozen, see
    // PaddingRowGetsNoGradient.
    const bool embedding = slot.name == "model.shared.weight";
    const int64_t size =
        embedding ? config.pad_token_id * config.d_model : slot.size;
    const int64_t stride = std::max<int64_t>(1, size / 10);
    for (int64_t i = slot.offset; i < slot.offset + size; i += stride) {
      constexpr double kStep = 1e-5;
      const double saved = exact[i];
      exact[i] = saved + kStep;
      const double above =
          ComputeReferenceLoss(layout, exact, batch, options).smoothed;
      exact[i] = saved - kStep;
      const double below =
          ComputeReferenceLoss(layout, exact, batch, options).smoothed;
      exact[i] = saved;
      const double derivative = (above - below) / (2 * kStep);
      worst = std::max(worst, std::abs(derivative - gradients[i]));
      largest = std::max(largest, std::abs(derivative));
    }
    // The key's bias shifts all scores alike: its gradient is zero.
    const bool zero = slot.name.find("k_proj.bias") != std::string::npos;
    EXPECT_LE(worst, 3e-4 * largest + 2e-5) << slot.name;
    EXPECT_EQ(largest < 1e-6, zero) << slot.name << " " << largest;
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, NetworkSettingTest,
                         testing::ValuesIn(Settings()),
                         [](const auto& setting) {
                           return setting.param.name;
                         });

class NetworkTest : public testing::Test {
 protected:
  std::vector<float> Gradients(const TrainingBatch& batch,
                               const LossOptions& options) {
    std::vector<float> gradients(Size(layout_), 0.0f);
    network_.ForwardBackward(parameters_, batch, options, gradients);
    return gradients;
  }

  const ParameterLayout layout_{AlignedConfig()};
  const std::vector<float> parameters_ = RandomParameters(layout_);
  const TrainingBatch batch_ = MakeBatch(AlignedConfig(), kLengths);
  const LossOptions options_{.dropout = 0.2f, .update = 4};
  TrainingNetwork network_{layout_};
};

TEST_F(NetworkTest, GradientsAccumulate) {
  const std::vector<float> once = Gradients(batch_, options_);
  std::vector<float> twice(Size(layout_), 1.0f);
  network_.ForwardBackward(parameters_, batch_, options_, twice);
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_NEAR(twice[i], 1.0f + once[i], 1e-5f + 1e-5f * std::abs(once[i]));
  }
}

TEST_F(NetworkTest, PaddingRowGetsNoGradient) {
  const std::vector<float> gradients = Gradients(batch_, options_);
  const ModelConfig& config = layout_.config();
  const int64_t begin = TensorOffset(layout_, "model.shared.weight") +
                        config.pad_token_id * config.d_model;
  for (int64_t i = begin; i < begin + config.d_model; ++i) {
    EXPECT_EQ(gradients[i], 0.0f);
  }
}

// Also the dropout masks: they belong to the sentence, not to its place.
TEST_F(NetworkTest, PackedBatchEqualsItsSentences) {
  std::vector<float> packed(Size(layout_), 0.0f);
  const LossSums all =
      network_.ForwardBackward(parameters_, batch_, options_, packed);
  std::vector<float> single(Size(layout_), 0.0f);
  LossSums sum;
  for (const std::size_t i : {2, 0, 1}) {
    const LossSums one = network_.ForwardBackward(
        parameters_, Sentence(batch_, i), options_, single);
    sum.smoothed_loss += one.smoothed_loss;
    sum.negative_log_likelihood += one.negative_log_likelihood;
    sum.target_tokens += one.target_tokens;
  }
  EXPECT_NEAR(all.smoothed_loss, sum.smoothed_loss, 1e-4);
  EXPECT_NEAR(all.negative_log_likelihood, sum.negative_log_likelihood, 1e-4);
  EXPECT_EQ(all.target_tokens, sum.target_tokens);
  for (std::size_t i = 0; i < packed.size(); ++i) {
    EXPECT_NEAR(packed[i], single[i], 1e-4f) << i;
  }
}

TEST_F(NetworkTest, SameInputSameBytes) {
  const std::vector<float> first = Gradients(batch_, options_);
  // A larger batch in between moves the buffers.
  Gradients(MakeBatch(AlignedConfig(), {{20, 30}, {31, 9}}), options_);
  EXPECT_EQ(Gradients(batch_, options_), first);

  std::vector<float> other(Size(layout_), 0.0f);
  std::thread([this, &other] {
    TrainingNetwork network(layout_);
    network.ForwardBackward(parameters_, batch_, options_, other);
  }).join();
  EXPECT_EQ(other, first);
}

TEST_F(NetworkTest, DropoutDependsOnSeedUpdateAndSentence) {
  const std::vector<float> base = Gradients(batch_, options_);
  LossOptions changed = options_;
  changed.seed = 2;
  EXPECT_NE(Gradients(batch_, changed), base);
  changed = options_;
  changed.update = 5;
  EXPECT_NE(Gradients(batch_, changed), base);
  TrainingBatch renamed = batch_;
  renamed.sentence_keys[1] = 5;
  EXPECT_NE(Gradients(renamed, options_), base);
}

TEST_F(NetworkTest, EvaluateIsTheLossWithoutDropout) {
  const LossSums evaluated = network_.Evaluate(parameters_, batch_, 0.1f);
  std::vector<float> gradients(Size(layout_), 0.0f);
  const LossSums trained = network_.ForwardBackward(
      parameters_, batch_, {.label_smoothing = 0.1f, .dropout = 0.0f},
      gradients);
  EXPECT_DOUBLE_EQ(evaluated.smoothed_loss, trained.smoothed_loss);
  EXPECT_DOUBLE_EQ(evaluated.negative_log_likelihood,
                   trained.negative_log_likelihood);
  EXPECT_EQ(evaluated.target_tokens, batch_.target_tokens());
}

// More target tokens than rows of logits in one chunk.
TEST_F(NetworkTest, LossIsSummedOverChunks) {
  std::vector<std::pair<int, int>> lengths(23, {7, 25});
  const TrainingBatch large = MakeBatch(AlignedConfig(), lengths);
  double sum = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    sum +=
        network_.Evaluate(parameters_, Sentence(large, i), 0.1f).smoothed_loss;
  }
  EXPECT_NEAR(network_.Evaluate(parameters_, large, 0.1f).smoothed_loss, sum,
              1e-5 * sum);
}

// More pairs of rows than one chunk holds.
TEST_F(NetworkTest, RDropPairsRowsAcrossChunks) {
  const std::vector<std::pair<int, int>> lengths(23, {7, 25});
  const TrainingBatch large = MakeBatch(AlignedConfig(), lengths);
  const LossOptions options{.dropout = 0.3f, .r_drop = 5.0f};
  std::vector<float> whole(Size(layout_), 0.0f);
  const LossSums all =
      network_.ForwardBackward(parameters_, TwiceEach(large), options, whole);
  std::vector<float> single(Size(layout_), 0.0f);
  double sum = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    sum += network_
               .ForwardBackward(parameters_, TwiceEach(Sentence(large, i)),
                                options, single)
               .smoothed_loss;
  }
  EXPECT_NEAR(all.smoothed_loss, sum, 1e-5 * sum);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NEAR(whole[i], single[i], 1e-3f) << i;
  }
}

TEST_F(NetworkTest, EmptyBatchHasNoLossAndNoGradient) {
  const TrainingBatch empty = MakeBatch(layout_.config(), {});
  std::vector<float> gradients(Size(layout_), 2.0f);
  const LossSums loss =
      network_.ForwardBackward(parameters_, empty, options_, gradients);
  EXPECT_EQ(loss.target_tokens, 0);
  EXPECT_EQ(loss.smoothed_loss, 0.0);
  EXPECT_EQ(std::count(gradients.begin(), gradients.end(), 2.0f),
            static_cast<int64_t>(gradients.size()));
}

TEST_F(NetworkTest, OverfitsOneBatch) {
  std::vector<float> parameters(Size(layout_));
  InitializeParameters(layout_, 1, parameters);
  std::vector<float> first(parameters.size());
  std::vector<float> second(parameters.size());
  const LossOptions options{.label_smoothing = 0.0f, .dropout = 0.0f};
  const double before =
      network_.Evaluate(parameters, batch_, 0.0f).negative_log_likelihood;
  for (int step = 1; step <= 150; ++step) {
    const std::vector<float> gradients = [&] {
      std::vector<float> sum(parameters.size(), 0.0f);
      network_.ForwardBackward(parameters, batch_, options, sum);
      return sum;
    }();
    // Adam with a constant rate.
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      first[i] = 0.9f * first[i] + 0.1f * gradients[i];
      second[i] = 0.98f * second[i] + 0.02f * gradients[i] * gradients[i];
      const float mean = first[i] / (1.0f - std::pow(0.9f, step));
      const float square = second[i] / (1.0f - std::pow(0.98f, step));
      parameters[i] -= 0.003f * mean / (std::sqrt(square) + 1e-9f);
    }
  }
  const double after =
      network_.Evaluate(parameters, batch_, 0.0f).negative_log_likelihood;
  EXPECT_GT(before / 12, 1.5);
  EXPECT_LT(after / 12, 0.02);
}

}  // namespace
}  // namespace interpres
