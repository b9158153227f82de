// The recipes of the training loop: accumulation, sampling, moving average,
// best snapshots, patience.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

double MeanDifference(const std::vector<float>& a,
                      const std::vector<float>& b) {
  if (a.size() != b.size()) {
    return std::numeric_limits<double>::quiet_NaN();  // within no bound
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(a[i] - b[i]);
  }
  return sum / static_cast<double>(a.size());
}

// One update an epoch: as one batch, or as every batch of the epoch added up.
TEST_F(TrainerTest, AccumulatedBatchesEqualOneLargeBatch) {
  TrainerOptions options = Options("large");
  options.batching.batch_tokens = 100000;
  options.schedule.max_updates = 3;
  options.attention_dropout = 0.1f;
  options.ffn_dropout = 0.1f;
  const std::vector<float> large = Train(options);
  options.state_directory = directory_ / "accumulated";
  options.batching.batch_tokens = 40;
  options.accumulate = 1000;
  const std::vector<float> accumulated = Train(options);
  EXPECT_NE(accumulated, large);  // other order of additions
  EXPECT_LT(MeanDifference(accumulated, large), 1e-5);
  // Without the accumulation, three small updates are far away.
  options.state_directory = directory_ / "small";
  options.accumulate = 1;
  EXPECT_GT(MeanDifference(Train(options), large), 1e-4);
}

// Without dropout both passes are the same: nothing diverges.
TEST_F(TrainerTest, RDropAddsWhatDropoutDivides) {
  TrainerOptions options = Options("plain");
  options.dropout = 0.0f;
  const std::vector<float> plain = Train(options);
  options.state_directory = directory_ / "twice";
  options.r_drop = 5.0f;
  const std::vector<float> twice = Train(options);
  EXPECT_LT(MeanDifference(twice, plain), 1e-4);

  options.dropout = 0.3f;
  options.state_directory = directory_ / "divided";
  const std::vector<float> divided = Train(options);
  EXPECT_GT(MeanDifference(divided, twice), 1e-3);
  options.threads = 2;
  EXPECT_EQ(TrainInTwoSessions(options), divided);
}

TEST_F(TrainerTest, AnAccumulatedRunResumes) {
  TrainerOptions options = Options("straight");
  options.batching.batch_tokens = 12;
  options.accumulate = 3;
  options.ema = 0.9;
  const std::vector<float> straight = Train(options);
  EXPECT_EQ(TrainInTwoSessions(options), straight);
}

TEST_F(TrainerTest, SampledIdsAreTrainedOnAndResumed) {
  const std::vector<float> plain = Train(Options("plain"));
  // Swaps the ids of some examples, as the draw says.
  const ExampleSampling sample = [](uint64_t key, uint64_t draw,
                                    SampledIds& ids) {
    ids.source = {static_cast<int32_t>(2 + key % 16), 0};
    ids.target = ids.source;
    return draw % 2 == 0;
  };
  const auto train = [&](const TrainerOptions& options) {
    auto trainer = Trainer::Create(options, layout_,
                                   {.train = MakeExamples(60),
                                    .dev = MakeExamples(9),
                                    .start_id = 19,
                                    .sample = sample},
                                   Hooks());
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    const std::atomic<bool> never = false;
    EXPECT_TRUE((*trainer)->Run(never).ok());
    return StateOf(**trainer);
  };
  TrainerOptions options = Options("sampled");
  options.subword_alpha = 0.1;
  const std::vector<float> sampled = train(options);
  EXPECT_NE(sampled, plain);
  options.state_directory = directory_ / "again";
  options.threads = 2;
  options.schedule.max_updates = 10;
  train(options);
  options.schedule.max_updates = 20;
  options.start = StartMode::kResume;
  EXPECT_EQ(train(options), sampled);
}

TEST_F(TrainerTest, TheMovingAverageFollowsTheWeights) {
  TrainerOptions options = Options();
  options.ema = 0.5;
  options.average_last = 1;
  options.log_every = 1;
  std::vector<float> expected(static_cast<std::size_t>(layout_.size()));
  InitializeParameters(layout_, options.seed, expected);
  TrainerHooks hooks = Hooks();
  const Trainer* running = nullptr;
  // After update u the decay is min(0.5, (1 + u) / (10 + u)).
  hooks.log = [&](const std::string& line) {
    if (line.find("\"train\"") == std::string::npos) {
      return;
    }
    const TrainingState& state = running->state();
    const auto u = static_cast<float>(state.counters.update);
    const float decay = std::min(0.5f, (1.0f + u) / (10.0f + u));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expected[i] = decay * expected[i] +
                    (1.0f - decay) * state.parameters[static_cast<int64_t>(i)];
    }
  };
  auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  running = trainer->get();
  const std::atomic<bool> never = false;
  ASSERT_TRUE((*trainer)->Run(never).ok());
  ASSERT_EQ(saved_.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(saved_[i], expected[i], 1e-5f) << i;
  }
  EXPECT_NE(saved_[20], (*trainer)->state().parameters[20]);
}

TEST_F(TrainerTest, TheBestSnapshotsByTheMetricMakeTheModel) {
  TrainerOptions options = Options();
  options.metric = Metric::kBleu;
  options.average_best = 1;
  std::map<int64_t, std::vector<float>> weights;
  TrainerHooks hooks = Hooks();
  // Update 10 is the best by this score, independent of the loss.
  hooks.score_model = [&](std::span<const float> parameters,
                          const TrainingCounters& counters) {
    weights[counters.update].assign(parameters.begin(), parameters.end());
    return counters.update == 10 ? 30.0 : 20.0;
  };
  auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  ASSERT_TRUE((*trainer)->Run(never).ok());
  EXPECT_THAT(weights, ::testing::SizeIs(4));  // 5, 10, 15 and 20
  EXPECT_EQ(saved_, weights[10]);
  // Started again, it validates the same weights: no loss of patience.
  const int64_t losses = (*trainer)->state().counters.validations_without_gain;
  EXPECT_EQ(losses, 2);
  options.start = StartMode::kResume;
  auto again = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_TRUE((*again)->Run(never).ok());
  EXPECT_EQ((*again)->state().counters.validations_without_gain, losses);
}

TEST_F(TrainerTest, PatienceWatchesTheMetric) {
  TrainerOptions options = Options();
  options.metric = Metric::kChrf;
  options.patience = 2;
  options.schedule.max_updates = 5000;
  TrainerHooks hooks = Hooks();
  hooks.score_model = [](std::span<const float>,
                         const TrainingCounters& counters) {
    return counters.update == 10 ? 50.0 : 40.0;
  };
  auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  const auto reason = (*trainer)->Run(never);
  ASSERT_TRUE(reason.ok()) << reason.status();
  EXPECT_EQ(*reason, StopReason::kPatience);
  EXPECT_EQ((*trainer)->state().counters.update, 20);
  EXPECT_EQ((*trainer)->state().counters.best_score, 50.0);
}

}  // namespace
}  // namespace interpres
