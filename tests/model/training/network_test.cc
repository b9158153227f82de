#include "model/training/network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "model/kernels/compute_thread.h"
#include "model/training/corpus.h"
#include "tests/model/training/network_fixture.h"
#include "tests/model/training/tensor_offset.h"

namespace interpres {
namespace {

TrainingBatch OneSentence(const TrainingBatch& batch, std::size_t i) {
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

class NetworkTest : public testing::Test {
 protected:
  std::vector<float> Gradients(const TrainingBatch& batch,
                               const LossOptions& options) {
    std::vector<float> gradients(SizeOf(layout_), 0.0f);
    network_.ForwardBackward(parameters_, batch, options, gradients);
    return gradients;
  }

  const ParameterLayout layout_{AlignedNetwork()};
  const std::vector<float> parameters_ = RandomParameters(layout_);
  const TrainingBatch batch_ = RandomBatch(AlignedNetwork(), kBatchLengths);
  const LossOptions options_{.dropout = 0.2f, .update = 4};
  TrainingNetwork network_{layout_};
};

// Adam and the sums of gradients run on the threads of the networks, whether or
// not a network got a batch. All of them must round in the same way.
TEST_F(NetworkTest, TheConstructorPreparesItsThread) {
  float product = -1.0f;
  float expected = -1.0f;
  volatile float smallest = std::numeric_limits<float>::min();
  std::thread([&] {
    const TrainingNetwork network(layout_);
    product = smallest * 0.5f;
  }).join();
  std::thread([&] {
    PrepareComputeThread();
    expected = smallest * 0.5f;
  }).join();
  EXPECT_EQ(product, expected);
}

TEST_F(NetworkTest, GradientsAccumulate) {
  const std::vector<float> once = Gradients(batch_, options_);
  std::vector<float> twice(SizeOf(layout_), 1.0f);
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
  std::vector<float> packed(SizeOf(layout_), 0.0f);
  const LossSums all =
      network_.ForwardBackward(parameters_, batch_, options_, packed);
  std::vector<float> single(SizeOf(layout_), 0.0f);
  LossSums sum;
  for (const std::size_t i : {2, 0, 1}) {
    const LossSums one = network_.ForwardBackward(
        parameters_, OneSentence(batch_, i), options_, single);
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
  Gradients(RandomBatch(AlignedNetwork(), {{20, 30}, {31, 9}}), options_);
  EXPECT_EQ(Gradients(batch_, options_), first);

  std::vector<float> other(SizeOf(layout_), 0.0f);
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
  std::vector<float> gradients(SizeOf(layout_), 0.0f);
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
  const TrainingBatch large = RandomBatch(AlignedNetwork(), lengths);
  double sum = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    sum += network_.Evaluate(parameters_, OneSentence(large, i), 0.1f)
               .smoothed_loss;
  }
  EXPECT_NEAR(network_.Evaluate(parameters_, large, 0.1f).smoothed_loss, sum,
              1e-5 * sum);
}

// More pairs of rows than one chunk holds.
TEST_F(NetworkTest, RDropPairsRowsAcrossChunks) {
  const std::vector<std::pair<int, int>> lengths(23, {7, 25});
  const TrainingBatch large = RandomBatch(AlignedNetwork(), lengths);
  const LossOptions options{.dropout = 0.3f, .r_drop = 5.0f};
  std::vector<float> whole(SizeOf(layout_), 0.0f);
  const LossSums all =
      network_.ForwardBackward(parameters_, TwiceEach(large), options, whole);
  std::vector<float> single(SizeOf(layout_), 0.0f);
  double sum = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    sum += network_
               .ForwardBackward(parameters_, TwiceEach(OneSentence(large, i)),
                                options, single)
               .smoothed_loss;
  }
  EXPECT_NEAR(all.smoothed_loss, sum, 1e-5 * sum);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NEAR(whole[i], single[i], 1e-3f) << i;
  }
}

TEST_F(NetworkTest, EmptyBatchHasNoLossAndNoGradient) {
  const TrainingBatch empty = RandomBatch(layout_.config(), {});
  std::vector<float> gradients(SizeOf(layout_), 2.0f);
  const LossSums loss =
      network_.ForwardBackward(parameters_, empty, options_, gradients);
  EXPECT_EQ(loss.target_tokens, 0);
  EXPECT_EQ(loss.smoothed_loss, 0.0);
  EXPECT_EQ(std::count(gradients.begin(), gradients.end(), 2.0f),
            static_cast<int64_t>(gradients.size()));
}

TEST_F(NetworkTest, OverfitsOneBatch) {
  std::vector<float> parameters(SizeOf(layout_));
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
