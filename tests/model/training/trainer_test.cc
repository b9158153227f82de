#include "model/training/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST_F(TrainerTest, AKilledRunContinuesFromItsLastSave) {
  const std::vector<float> straight = Train(Options("straight"));
  TrainerOptions options = Options("killed");
  TrainerHooks hooks = Hooks();
  // A failing save ends the run as abruptly as a kill: after the snapshot of
  // update 10, before its model and state.
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
  said_.clear();
  EXPECT_EQ(Train(options), straight);
  EXPECT_THAT(said_, Contains(HasSubstr("resuming after update 5 ")));
}

TEST_F(TrainerTest, AnEarlierRunIsNotOverwrittenUnasked) {
  const std::vector<float> first = Train(Options());
  EXPECT_THAT(std::string(Create(Options()).status().message()),
              AllOf(HasSubstr("--resume"), HasSubstr("--fresh")));
  TrainerOptions options = Options();
  options.start = StartMode::kFresh;
  EXPECT_EQ(Train(options), first);
}

TEST_F(TrainerTest, ResumeWithoutAStateStartsFromTheBeginning) {
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
  EXPECT_THAT(refused([](auto& o) { o.r_drop = 5.0f; }),
              HasSubstr("r-drop is 5 here but was 0"));
  EXPECT_THAT(refused([](auto& o) { o.accumulate = 2; }),
              HasSubstr("accumulate is 2 here but was 1"));
  EXPECT_THAT(refused([](auto& o) { o.ema = 0.99; }),
              HasSubstr("ema is 0.99 here but was 0"));
  EXPECT_THAT(refused([](auto& o) { o.metric = Metric::kChrf; }),
              HasSubstr("metric is chrf here but was loss"));
  EXPECT_THAT(refused([](auto& o) { o.average_best = 2; }),
              HasSubstr("snapshots is best here but was last"));
  EXPECT_THAT(refused([](auto& o) {
                o.subword_alpha = 0.5;
                o.subword_max_tokens = 30;
              }),
              HasSubstr("subword-sampling is 0.5 of 16, at most 30 tokens here "
                        "but was 0"));
  EXPECT_THAT(refused([](auto& o) {
                o.batching.parts = {{.examples = 60, .weight = 2.0}};
              }),
              HasSubstr("train-weights is 60 x 2 here but was 1"));
  options.schedule.max_updates = 25;
  options.schedule.cooldown = 5;
  Train(options);
  EXPECT_EQ(saved_updates_.back(), 25);
}

TEST_F(TrainerTest, TheModelIsTheMeanOfTheLastSnapshots) {
  TrainerOptions options = Options("averaged");
  options.average_last = 3;
  Train(options);
  EXPECT_THAT(saved_updates_, ElementsAre(5, 10, 15, 20));
  const std::vector<float> averaged = saved_;
  std::vector<double> sum(averaged.size());
  for (const int64_t update : {10, 15, 20}) {
    options = Options(absl::StrCat("until ", update));
    options.average_last = 1;
    options.schedule.max_updates = update;
    const std::vector<float> state = Train(options);
    EXPECT_TRUE(std::equal(saved_.begin(), saved_.end(), state.begin()));
    std::transform(sum.begin(), sum.end(), saved_.begin(), sum.begin(),
                   std::plus<>());
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    ASSERT_NEAR(averaged[i], sum[i] / 3.0, 1e-6) << i;
  }
}

TEST_F(TrainerTest, EndsAtEpochsTimeAndPatience) {
  TrainerOptions options = Options("epochs");
  options.max_epochs = 1;
  Train(options);
  EXPECT_EQ(reason_, StopReason::kMaxEpochs);
  EXPECT_THAT(said_, Contains(HasSubstr("| epoch 1 |")));
  EXPECT_THAT(said_, Not(Contains(HasSubstr("| epoch 2 |"))));

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
  EXPECT_EQ(counters_.validations_without_gain, 3);
  EXPECT_LT(counters_.update, 50);
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
              HasSubstr("dropout is 1; expected at least 0 and below 1"));
  EXPECT_THAT(error([](auto& o) { o.attention_dropout = -0.1f; }),
              HasSubstr("attention-dropout is -0.1"));
  EXPECT_THAT(error([](auto& o) { o.ffn_dropout = 1.0f; }),
              HasSubstr("ffn-dropout is 1"));
  EXPECT_THAT(error([](auto& o) { o.ema = 1.0; }), HasSubstr("ema is 1"));
  EXPECT_THAT(error([](auto& o) { o.subword_alpha = -1.0; }),
              HasSubstr("subword-sampling is -1"));
  EXPECT_THAT(error([](auto& o) { o.subword_nbest = 1; }),
              HasSubstr("subword-nbest is 1"));
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
