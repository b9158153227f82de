// A run that is cut short anywhere and resumed writes the log and the models of
// one that never was. tests/kill_resume.sh does the same with real kills.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/training/trainer.h"
#include "model/training/training_log.h"
#include "tests/model/training/trainer_fixture.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::SizeIs;

using Models = std::map<int64_t, std::vector<float>>;  // by update

class TrainerResumeTest : public ::testing::Test {
 protected:
  // Progress lines at 3, 6, ...; saves at 5, 10, ...: windows are cut.
  TrainerOptions Options(const std::string& name) const {
    TrainerOptions options;
    options.batching.batch_tokens = 40;
    options.schedule = {.learning_rate = 1e-2, .warmup = 4, .max_updates = 20};
    options.log_every = 3;
    options.validate_every = 5;
    options.save_every = 5;
    options.average_last = 2;
    options.state_directory = directory_.path() / name;
    options.start = StartMode::kResume;
    return options;
  }

  // One session. The save at `fatal_update` fails before the model is written.
  absl::Status Session(const TrainerOptions& options, int64_t fatal_update,
                       const std::atomic<bool>& stop) {
    TrainerHooks hooks;
    hooks.save_model = [this, fatal_update](std::span<const float> parameters,
                                            const TrainingCounters& counters) {
      if (counters.update == fatal_update) {
        return absl::UnavailableError("killed");
      }
      models_[counters.update].assign(parameters.begin(), parameters.end());
      return absl::OkStatus();
    };
    hooks.say = [](const std::string&) {};
    hooks.log = [this](const std::string& line) { log_ += line + "\n"; };
    hooks.now_seconds = [this] { return now_ += 0.001; };
    auto trainer = Trainer::Create(
        options, layout_,
        {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
        std::move(hooks));
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    return (*trainer)->Run(stop).status();
  }

  // What does not depend on the clock.
  static std::vector<Curve> Curves(const std::string& text) {
    const TrainingLog log = ParseTrainingLog(text);
    return {log.loss,          log.nll,   log.learning_rate,
            log.gradient_norm, log.epoch, log.dev_loss};
  }

  void RunStraight() {
    ASSERT_TRUE(Session(Options("straight"), -1, never_).ok());
    straight_log_ = std::exchange(log_, "");
    straight_models_ = std::exchange(models_, {});
    ASSERT_THAT(straight_models_, SizeIs(4));
    ASSERT_THAT(Curves(straight_log_)[0], SizeIs(7));
  }

  const std::atomic<bool> never_ = false;
  const ParameterLayout layout_{TinyConfig()};
  const TempDir directory_;
  double now_ = 100.0;
  std::string log_;
  Models models_;
  std::string straight_log_;
  Models straight_models_;
};

TEST_F(TrainerResumeTest, AKillBetweenSnapshotAndModelLosesNothing) {
  RunStraight();
  for (const int64_t fatal : {5, 10, 15, 20}) {
    const TrainerOptions options = Options("killed" + std::to_string(fatal));
    EXPECT_FALSE(Session(options, fatal, never_).ok());
    ASSERT_TRUE(Session(options, -1, never_).ok());
    EXPECT_EQ(Curves(log_), Curves(straight_log_)) << fatal;
    EXPECT_EQ(models_, straight_models_) << fatal;
    log_.clear();
    models_.clear();
  }
}

TEST_F(TrainerResumeTest, TheBestSnapshotsEqualThoseWithoutAKill) {
  const auto best_two = [this](const std::string& name) {
    TrainerOptions options = Options(name);
    options.average_last = 1;
    options.average_best = 2;
    // The best ones do not come last.
    options.schedule = {.learning_rate = 0.3, .warmup = 1, .max_updates = 30};
    return options;
  };
  ASSERT_TRUE(Session(best_two("straight"), -1, never_).ok());
  const Models straight = std::exchange(models_, {});
  EXPECT_EQ(straight.at(25), straight.at(30));
  for (const int64_t fatal : {10, 15, 20, 25, 30}) {
    const TrainerOptions options = best_two(absl::StrCat("killed", fatal));
    EXPECT_FALSE(Session(options, fatal, never_).ok());
    ASSERT_TRUE(Session(options, -1, never_).ok());
    EXPECT_EQ(std::exchange(models_, {}), straight) << fatal;
  }
}

// The first update of the second session is 11, in the middle of a window.
TEST_F(TrainerResumeTest, AWindowThatASaveCutGoesOn) {
  RunStraight();
  TrainerOptions options = Options("cut");
  options.schedule.max_updates = 10;
  ASSERT_TRUE(Session(options, -1, never_).ok());
  // The end of the session is no end of a window: its line is an extra one.
  EXPECT_EQ(Curves(log_)[0].rbegin()->first, 10);
  options.schedule.max_updates = 20;
  ASSERT_TRUE(Session(options, -1, never_).ok());
  const Curve loss = Curves(log_)[0];
  const Curve straight = Curves(straight_log_)[0];
  for (const auto& [update, value] : straight) {
    ASSERT_TRUE(loss.contains(update)) << update;
    EXPECT_EQ(loss.at(update), value) << update;
  }
  EXPECT_EQ(models_, straight_models_);
}

// A run that was killed after its last save only tells its end once more.
TEST_F(TrainerResumeTest, AFinishedRunRepeatsItsLastLineAndModel) {
  RunStraight();
  const TrainerOptions options = Options("straight");
  ASSERT_TRUE(Session(options, -1, never_).ok());
  const Curve loss = Curves(log_)[0];
  EXPECT_THAT(loss, ElementsAre(Pair(20, Curves(straight_log_)[0].at(20))));
  EXPECT_EQ(Curves(log_)[2].at(20), Curves(straight_log_)[2].at(20));
  EXPECT_EQ(Curves(log_)[3].at(20), Curves(straight_log_)[3].at(20));
  EXPECT_THAT(models_, ElementsAre(*straight_models_.rbegin()));
}

// The snapshots that the state before needs are still there.
TEST_F(TrainerResumeTest, AKilledSaveLeavesTheSnapshotsOfTheStateBefore) {
  TrainerOptions options = Options("snapshots");
  EXPECT_FALSE(Session(options, 15, never_).ok());
  const std::vector<float> before = models_.at(10);  // of snapshots 5 and 10
  models_.clear();
  options.schedule.max_updates = 10;
  ASSERT_TRUE(Session(options, -1, never_).ok());
  EXPECT_EQ(models_.at(10), before);
}

}  // namespace
}  // namespace interpres
