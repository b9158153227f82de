#include "model/training/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "model/training/state_archive.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ModelConfig TinyModel() {
  ModelConfig config;
  config.vocab_size = 20;
  config.d_model = 16;
  config.encoder_layers = 1;
  config.decoder_layers = 1;
  config.encoder_attention_heads = 2;
  config.decoder_attention_heads = 2;
  config.encoder_ffn_dim = 32;
  config.decoder_ffn_dim = 32;
  config.max_position_embeddings = 32;
  config.pad_token_id = 19;
  config.decoder_start_token_id = 19;
  return config;
}

// Targets repeat their sources: something that a model can learn.
ExampleSet MakeExamples(int64_t count) {
  ExampleSet examples;
  for (int64_t i = 0; i < count; ++i) {
    std::vector<int32_t> ids;
    for (int64_t k = 0; k < 2 + i % 4; ++k) {
      ids.push_back(static_cast<int32_t>(2 + (i * 3 + k * 5) % 16));
    }
    ids.push_back(0);
    examples.Add(ids, ids, static_cast<uint64_t>(i));
  }
  return examples;
}

class TrainerTest : public ::testing::Test {
 protected:
  TrainerOptions Options(const std::string& name = "run") const {
    TrainerOptions options;
    options.batching.batch_tokens = 40;
    options.schedule = {.learning_rate = 1e-2, .warmup = 4, .max_updates = 20};
    options.log_every = 5;
    options.validate_every = 5;
    options.save_every = 5;
    options.state_directory = directory_ / name;
    return options;
  }

  TrainerHooks Hooks() {
    return {.save_model =
                [this](std::span<const float> parameters,
                       const TrainingCounters& counters) {
                  saved_.assign(parameters.begin(), parameters.end());
                  saved_updates_.push_back(counters.update);
                  return absl::OkStatus();
                },
            .say = [this](const std::string& line) { said_.push_back(line); },
            .log = [this](const std::string& line) { logged_.push_back(line); },
            .now_seconds = [this] { return now_ += seconds_per_look_; }};
  }

  absl::StatusOr<std::unique_ptr<Trainer>> Create(
      const TrainerOptions& options) {
    return Trainer::Create(
        options, layout_,
        {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
        Hooks());
  }

  // Trains to the end and returns the parameters and moments.
  std::vector<float> Train(const TrainerOptions& options) {
    auto trainer = Create(options);
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    const std::atomic<bool> never = false;
    const auto reason = (*trainer)->Run(never);
    EXPECT_TRUE(reason.ok()) << reason.status();
    reason_ = reason.value_or(StopReason::kSignal);
    return StateOf(**trainer);
  }

  static std::vector<float> StateOf(const Trainer& trainer) {
    std::vector<float> all;
    for (const AlignedBuffer<float>* array :
         {&trainer.state().parameters, &trainer.state().first_moments,
          &trainer.state().second_moments}) {
      all.insert(all.end(), array->data(), array->data() + array->size());
    }
    return all;
  }

  const ParameterLayout layout_{TinyModel()};
  const TempDir temporary_;
  const std::filesystem::path directory_ = temporary_.path();
  std::vector<float> saved_;
  std::vector<int64_t> saved_updates_;
  std::vector<std::string> said_;
  std::vector<std::string> logged_;
  double now_ = 100.0;
  double seconds_per_look_ = 0.001;
  StopReason reason_ = StopReason::kSignal;
};

TEST_F(TrainerTest, LossFalls) {
  TrainerOptions options = Options();
  options.schedule.max_updates = 200;
  options.dropout = 0.0f;
  auto trainer = Create(options);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  ASSERT_TRUE((*trainer)->Run(never).ok());
  // A uniform guess over 19 symbols costs log(19) = 2.94 nats.
  EXPECT_LT((*trainer)->state().counters.best_dev_loss, 1.5);
}

TEST_F(TrainerTest, BytesDoNotDependOnTheNumberOfThreads) {
  TrainerOptions options = Options("one");
  options.shards = 4;
  const std::vector<float> one = Train(options);
  for (const int threads : {2, 3, 7}) {
    options.threads = threads;
    options.state_directory = directory_ / std::to_string(threads);
    EXPECT_EQ(Train(options), one) << threads << " threads";
  }
}

TEST_F(TrainerTest, ShardsAndSeedAreVisible) {
  const std::vector<float> base = Train(Options("base"));
  EXPECT_EQ(Train(Options("again")), base);
  TrainerOptions options = Options("seed");
  options.seed = 2;
  EXPECT_NE(Train(options), base);
  options = Options("shards");
  options.shards = 3;
  const std::vector<float> other = Train(options);
  EXPECT_NE(other, base);
  // Not the same bytes, but the same mathematics: dropout is keyed by sentence.
  double difference = 0.0;
  for (std::size_t i = 0; i < base.size(); ++i) {
    difference +=
        std::abs(other[i] - base[i]) / static_cast<double>(base.size());
  }
  EXPECT_LT(difference, 1e-4);
}

TEST_F(TrainerTest, AStoppedAndResumedRunEqualsAStraightOne) {
  const std::vector<float> straight = Train(Options("straight"));
  const std::vector<float> straight_model = saved_;

  // 60 examples make several epochs in 20 updates, and 7 is no multiple of 5:
  // the stop lies inside an epoch and between two saves.
  TrainerOptions options = Options("stopped");
  options.log_every = 7;
  options.validate_every = 20;
  std::atomic<bool> stop = false;
  TrainerHooks hooks = Hooks();
  hooks.log = [&stop](const std::string&) { stop = true; };
  auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const auto reason = (*trainer)->Run(stop);
  ASSERT_TRUE(reason.ok()) << reason.status();
  EXPECT_EQ(*reason, StopReason::kSignal);
  EXPECT_EQ((*trainer)->state().counters.update, 7);
  EXPECT_GT((*trainer)->state().counters.batch, 0);
  trainer->reset();

  options.start = StartMode::kResume;
  options.threads = 2;
  EXPECT_EQ(Train(options), straight);
  EXPECT_EQ(saved_, straight_model);
  EXPECT_THAT(said_, Contains(HasSubstr("resuming after update")));
}

TEST_F(TrainerTest, AKilledRunGoesOnFromItsLastSave) {
  const std::vector<float> straight = Train(Options("straight"));
  TrainerOptions options = Options("killed");
  TrainerHooks hooks = Hooks();
  // A failing save ends the run as abruptly as a kill: after the state of
  // update 10, before its model.
  hooks.save_model = [](std::span<const float>,
                        const TrainingCounters& counters) {
    return counters.update == 10 ? absl::UnavailableError("disk full")
                                 : absl::OkStatus();
  };
  auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      hooks);
  ASSERT_TRUE(trainer.ok());
  const std::atomic<bool> never = false;
  EXPECT_EQ((*trainer)->Run(never).status().message(), "disk full");
  trainer->reset();
  options.start = StartMode::kResume;
  EXPECT_EQ(Train(options), straight);
}

TEST_F(TrainerTest, AnEarlierRunIsNotOverwrittenUnasked) {
  const std::vector<float> first = Train(Options());
  EXPECT_THAT(std::string(Create(Options()).status().message()),
              AllOf(HasSubstr("--resume"), HasSubstr("--fresh")));
  TrainerOptions options = Options();
  options.start = StartMode::kFresh;
  EXPECT_EQ(Train(options), first);
}

TEST_F(TrainerTest, ResumeWithoutAStateStartsAnew) {
  TrainerOptions options = Options();
  options.start = StartMode::kResume;
  EXPECT_EQ(Train(options), Train(Options("other")));
}

TEST_F(TrainerTest, ResumeRefusesOtherNumbersButTakesAnotherSchedule) {
  Train(Options());
  TrainerOptions options = Options();
  options.start = StartMode::kResume;
  options.dropout = 0.3f;
  EXPECT_THAT(std::string(Create(options).status().message()),
              HasSubstr("dropout is 0.3 here but was 0.1"));
  options.dropout = 0.1f;
  const auto refused = [this, options](auto change) {
    TrainerOptions changed = options;
    change(changed);
    return std::string(Create(changed).status().message());
  };
  EXPECT_THAT(refused([](auto& o) { o.attention_dropout = 0.2f; }),
              HasSubstr("attention-dropout is 0.2 here but was 0"));
  EXPECT_THAT(refused([](auto& o) { o.ffn_dropout = 0.2f; }),
              HasSubstr("ffn-dropout is 0.2 here but was 0"));
  EXPECT_THAT(refused([](auto& o) { o.accumulate = 2; }),
              HasSubstr("accumulate is 2 here but was 1"));
  EXPECT_THAT(refused([](auto& o) { o.ema = 0.99; }),
              HasSubstr("ema is 0.99 here but was 0"));
  EXPECT_THAT(refused([](auto& o) { o.metric = Metric::kChrf; }),
              HasSubstr("metric is chrf here but was loss"));
  EXPECT_THAT(refused([](auto& o) { o.average_best = 2; }),
              HasSubstr("snapshots is best here but was last"));
  options.schedule.max_updates = 25;
  options.schedule.cooldown = 5;
  Train(options);
  EXPECT_EQ(saved_updates_.back(), 25);
}

TEST_F(TrainerTest, TheModelIsTheMeanOfTheLastSnapshots) {
  TrainerOptions options = Options();
  options.average_last = 1;
  const std::vector<float> last = Train(options);
  EXPECT_TRUE(std::equal(saved_.begin(), saved_.end(), last.begin()));
  EXPECT_THAT(saved_updates_, ElementsAre(5, 10, 15, 20));
  options = Options("averaged");
  options.average_last = 3;
  Train(options);
  EXPECT_FALSE(std::equal(saved_.begin(), saved_.end(), last.begin()));
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
  ASSERT_EQ(accumulated.size(), large.size());
  double difference = 0.0;
  for (std::size_t i = 0; i < large.size(); ++i) {
    difference += std::abs(accumulated[i] - large[i]);
  }
  EXPECT_NE(accumulated, large);  // other order of additions
  EXPECT_LT(difference / static_cast<double>(large.size()), 1e-5);
  // Without the accumulation, three small updates are far away.
  options.state_directory = directory_ / "small";
  options.accumulate = 1;
  const std::vector<float> small = Train(options);
  difference = 0.0;
  for (std::size_t i = 0; i < large.size(); ++i) {
    difference += std::abs(small[i] - large[i]);
  }
  EXPECT_GT(difference / static_cast<double>(large.size()), 1e-4);
}

TEST_F(TrainerTest, AnAccumulatedRunResumes) {
  TrainerOptions options = Options("straight");
  options.batching.batch_tokens = 12;
  options.accumulate = 3;
  options.ema = 0.9;
  const std::vector<float> straight = Train(options);
  options.state_directory = directory_ / "cut";
  options.schedule.max_updates = 7;
  Train(options);
  options.schedule.max_updates = 20;
  options.start = StartMode::kResume;
  EXPECT_EQ(Train(options), straight);
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
  // Update 10 is the best, whatever the loss says.
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

// Damages the weights of the state that `options` name.
void PoisonState(const TrainerOptions& options) {
  const std::filesystem::path file = options.state_directory / "training.state";
  auto archive = ReadStateArchive(file);
  ASSERT_TRUE(archive.ok()) << archive.status();
  archive->arrays[0][3] = std::numeric_limits<float>::quiet_NaN();
  std::vector<std::span<const float>> arrays;
  for (const AlignedBuffer<float>& array : archive->arrays) {
    arrays.push_back(array.span());
  }
  ASSERT_TRUE(WriteStateArchive(file, archive->entries, arrays).ok());
}

TEST_F(TrainerTest, ALossThatIsNotANumberEndsTheRun) {
  TrainerOptions options = Options();
  Train(options);
  PoisonState(options);
  options.start = StartMode::kResume;
  options.schedule.max_updates = 1000;
  options.save_every = 1000;
  options.validate_every = 1000;
  saved_updates_.clear();
  auto trainer = Create(options);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  EXPECT_THAT(
      std::string((*trainer)->Run(never).status().message()),
      AllOf(HasSubstr("update 40: loss or gradient was not finite 20 times"),
            HasSubstr("nan per token"), HasSubstr("--learning-rate")));
  EXPECT_THAT(said_, Contains(HasSubstr("update 21 left out")));
  EXPECT_THAT(saved_updates_, ElementsAre());
}

TEST_F(TrainerTest, WeightsThatAreNotFiniteAreNotSaved) {
  TrainerOptions options = Options();
  Train(options);
  PoisonState(options);
  options.start = StartMode::kResume;
  options.schedule.max_updates = 1000;
  saved_updates_.clear();
  auto trainer = Create(options);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  const std::atomic<bool> never = false;
  EXPECT_THAT(std::string((*trainer)->Run(never).status().message()),
              AllOf(HasSubstr("update 25: the weights are not finite"),
                    HasSubstr("nothing was saved")));
  EXPECT_THAT(saved_updates_, ElementsAre());
  EXPECT_FALSE(
      std::filesystem::exists(options.state_directory / "snapshot-25.state"));
}

TEST_F(TrainerTest, EndsAtEpochsTimeAndPatience) {
  TrainerOptions options = Options("epochs");
  options.max_epochs = 1;
  Train(options);
  EXPECT_EQ(reason_, StopReason::kMaxEpochs);

  options = Options("time");
  options.max_seconds = 0.01;
  Train(options);
  EXPECT_EQ(reason_, StopReason::kMaxTime);

  options = Options("patience");
  // A rate far too high: the dev loss never improves on its first value.
  options.schedule = {.learning_rate = 1.0, .warmup = 1, .max_updates = 5000};
  options.validate_every = 1;
  options.patience = 3;
  Train(options);
  EXPECT_EQ(reason_, StopReason::kPatience);
}

TEST_F(TrainerTest, TellsPeopleAndPlots) {
  Train(Options());
  EXPECT_THAT(said_, Contains(HasSubstr("update 10 | epoch")));
  EXPECT_THAT(said_, Contains(HasSubstr("update 10 | dev loss")));
  EXPECT_THAT(said_, Contains(HasSubstr("ETA")));
  EXPECT_THAT(said_.back(), HasSubstr("max-updates reached"));
  EXPECT_THAT(logged_, Contains(HasSubstr(R"("event":"train","update":20)")));
  EXPECT_THAT(logged_, Contains(HasSubstr(R"("event":"validate","update":5)")));
}

TEST_F(TrainerTest, OptionsAreChecked) {
  const auto error = [this](auto change) {
    TrainerOptions options = Options();
    change(options);
    return std::string(Create(options).status().message());
  };
  EXPECT_THAT(error([](auto& o) { o.dropout = 1.0f; }),
              HasSubstr("dropout is 1; it must be at least 0 and below 1"));
  EXPECT_THAT(error([](auto& o) { o.attention_dropout = -0.1f; }),
              HasSubstr("attention-dropout is -0.1"));
  EXPECT_THAT(error([](auto& o) { o.ffn_dropout = 1.0f; }),
              HasSubstr("ffn-dropout is 1"));
  EXPECT_THAT(error([](auto& o) { o.ema = 1.0; }), HasSubstr("ema is 1"));
  EXPECT_THAT(error([](auto& o) { o.accumulate = 0; }),
              HasSubstr("accumulate is 0"));
  EXPECT_THAT(error([](auto& o) { o.average_best = -1; }),
              HasSubstr("average-best is -1"));
  EXPECT_THAT(error([](auto& o) { o.shards = 0; }), HasSubstr("shards is 0"));
  EXPECT_THAT(error([](auto& o) { o.threads = 0; }), HasSubstr("threads is 0"));
  EXPECT_THAT(error([](auto& o) { o.save_every = 0; }),
              HasSubstr("save-every is 0"));
  EXPECT_THAT(error([](auto& o) { o.clip_norm = std::nan(""); }),
              HasSubstr("clip-norm is nan"));
  EXPECT_THAT(error([](auto& o) { o.schedule.max_updates = 0; }),
              HasSubstr("the run has no end"));
  EXPECT_FALSE(Trainer::Create(Options(), layout_, {}, Hooks()).ok());
}

}  // namespace
}  // namespace interpres
