// One update: its rate, clipping and options. Skipped updates. The remaining
// time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "model/training/progress.h"
#include "model/training/state_archive.h"
#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The first update of Adam: moments are 0.1 times the gradient, and a
// parameter moves by the rate, independent of its gradient.
struct FirstUpdate {
  double gradient_norm = 0.0;  // as reported: before clipping
  double clipped_norm = 0.0;   // as it reached the moments
  double largest_step = 0.0;
};

class TrainerUpdateTest : public TrainerTest {
 protected:
  FirstUpdate TakeOne(TrainerOptions options) {
    options.schedule.max_updates = 1;
    options.start = StartMode::kFresh;
    Train(options);
    const auto archive = ReadStateArchive(TrainingStatePath(options));
    EXPECT_TRUE(archive.ok()) << archive.status();
    AlignedBuffer<float> before(layout_.size());
    InitializeParameters(layout_, options.seed, before.span());
    FirstUpdate first = {.gradient_norm = counters_.gradient_norm};
    double sum = 0.0;
    for (std::size_t i = 0; i < before.span().size(); ++i) {
      sum += std::pow(archive->arrays[1][i], 2.0);
      first.largest_step = std::max<double>(
          first.largest_step, std::abs(archive->arrays[0][i] - before[i]));
    }
    first.clipped_norm = 10.0 * std::sqrt(sum);
    return first;
  }
};

TEST_F(TrainerUpdateTest, GradientsAreClippedByTheirNorm) {
  TrainerOptions options = Options();
  options.clip_norm = 0.0;
  const FirstUpdate whole = TakeOne(options);
  ASSERT_GT(whole.gradient_norm, 0.1);
  EXPECT_NEAR(whole.clipped_norm, whole.gradient_norm,
              1e-4 * whole.gradient_norm);
  options.clip_norm = 2.0 * whole.gradient_norm;
  EXPECT_EQ(TakeOne(options).clipped_norm, whole.clipped_norm);
  options.clip_norm = 0.05;
  const FirstUpdate clipped = TakeOne(options);
  EXPECT_EQ(clipped.gradient_norm, whole.gradient_norm);
  EXPECT_NEAR(clipped.clipped_norm, 0.05, 1e-5);
}

TEST_F(TrainerUpdateTest, UsesTheRateOfTheSchedule) {
  TrainerOptions options = Options();
  for (const int64_t warmup : {4, 8}) {
    options.schedule.warmup = warmup;
    const double rate = 1e-2 / static_cast<double>(warmup);
    EXPECT_NEAR(TakeOne(options).largest_step, rate, 1e-3 * rate) << warmup;
  }
}

TEST_F(TrainerUpdateTest, EveryOptionReachesTheUpdates) {
  const std::vector<float> plain = Train(Options("plain"));
  const std::pair<const char*, std::function<void(TrainerOptions&)>> changes[] =
      {{"label smoothing", [](auto& o) { o.label_smoothing = 0.2f; }},
       {"dropout", [](auto& o) { o.dropout = 0.2f; }},
       {"attention dropout", [](auto& o) { o.attention_dropout = 0.2f; }},
       {"feed-forward dropout", [](auto& o) { o.ffn_dropout = 0.2f; }},
       {"clipping", [](auto& o) { o.clip_norm = 0.01; }},
       {"rate", [](auto& o) { o.schedule.learning_rate = 2e-2; }},
       {"warm-up", [](auto& o) { o.schedule.warmup = 8; }},
       {"decay", [](auto& o) { o.schedule.decay = Decay::kLinear; }},
       {"cooldown", [](auto& o) { o.schedule.cooldown = 5; }},
       {"batch", [](auto& o) { o.batching.batch_tokens = 80; }},
       {"seed", [](auto& o) { o.seed = 2; }}};
  for (const auto& [name, change] : changes) {
    TrainerOptions options = Options(name);
    change(options);
    EXPECT_NE(Train(options), plain) << name;
  }
}

// Damages the weights of the state that `options` name.
void PoisonState(const TrainerOptions& options) {
  const std::filesystem::path file = TrainingStatePath(options);
  auto archive = ReadStateArchive(file);
  ASSERT_TRUE(archive.ok()) << archive.status();
  archive->arrays[0][3] = std::numeric_limits<float>::quiet_NaN();
  std::vector<std::span<const float>> arrays;
  for (const AlignedBuffer<float>& array : archive->arrays) {
    arrays.push_back(array.span());
  }
  ASSERT_TRUE(WriteStateArchive(file, archive->entries, arrays).ok());
}

// A run of 20 updates continues from damaged weights.
class PoisonedTrainerTest : public TrainerTest {
 protected:
  std::string ErrorOfResuming(TrainerOptions options) {
    Train(Options());
    PoisonState(options);
    options.start = StartMode::kResume;
    options.schedule.max_updates = 1000;
    saved_updates_.clear();
    auto trainer = Create(options);
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    return std::string((*trainer)->Run(stop_).status().message());
  }
};

TEST_F(PoisonedTrainerTest, ALossThatIsNotANumberEndsTheRun) {
  TrainerOptions options = Options();
  options.save_every = 1000;
  options.validate_every = 1000;
  EXPECT_THAT(
      ErrorOfResuming(options),
      AllOf(HasSubstr("update 40: loss or gradient was not finite 20 times"),
            HasSubstr("nan per token"), HasSubstr("--learning-rate")));
  EXPECT_THAT(said_, Contains(HasSubstr("update 21 left out")));
  EXPECT_THAT(saved_updates_, ElementsAre());
}

TEST_F(PoisonedTrainerTest, WeightsThatAreNotFiniteAreNotSaved) {
  const TrainerOptions options = Options();
  EXPECT_THAT(ErrorOfResuming(options),
              AllOf(HasSubstr("update 25: the weights are not finite"),
                    HasSubstr("were not saved")));
  EXPECT_THAT(saved_updates_, ElementsAre());
  EXPECT_FALSE(
      std::filesystem::exists(options.state_directory / "snapshot-25.state"));
}

// A weight that is no number during update 8 only.
TEST_F(TrainerUpdateTest, AnUpdateThatIsNotFiniteIsLeftOut) {
  TrainerOptions options = Options();
  options.log_every = 1;
  float kept = 0.0f;
  std::vector<float> before;
  after_update_ = [&](int64_t update) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): a stray bit
    auto& state = const_cast<TrainingState&>(trainer_->state());
    if (update == 7 && before.empty()) {
      before = StateOf(*trainer_);
      kept = std::exchange(state.parameters.span()[3],
                           std::numeric_limits<float>::quiet_NaN());
    }
    if (update == 8 && std::isnan(state.parameters.span()[3])) {
      state.parameters.span()[3] = kept;
      EXPECT_EQ(StateOf(*trainer_), before);
      EXPECT_EQ(trainer_->state().counters.skipped_in_a_row, 1);
    }
  };
  Train(options);
  EXPECT_EQ(reason_, StopReason::kMaxUpdates);
  EXPECT_EQ(counters_.skipped_updates, 1);
  EXPECT_EQ(counters_.skipped_in_a_row, 0);
  EXPECT_THAT(said_, Contains(HasSubstr("update 8 left out")));
  EXPECT_THAT(said_,
              Contains(AllOf(HasSubstr("update 8 | epoch"),
                             HasSubstr("loss nan"), HasSubstr("| 0 tok/s"))));
  EXPECT_THAT(logged_, Contains(AllOf(HasSubstr(R"("update":9)"),
                                      HasSubstr(R"("skipped_updates":1)"))));
}

// Two seconds an update: what is left after the fifth.
TEST_F(TrainerUpdateTest, TheTimeLeftIsThatToTheNearestEnd) {
  seconds_per_look_ = 0.0;
  const auto left = [this](const TrainerOptions& options) {
    int64_t last = 0;
    said_.clear();
    after_update_ = [this, &last](int64_t update) {
      now_ += 2.0 * static_cast<double>(update - last);
      last = update;
    };
    Train(options);
    const auto line =
        std::find_if(said_.begin(), said_.end(), [](const std::string& said) {
          return said.starts_with("update 5 | epoch");
        });
    return line == said_.end() ? "" : line->substr(line->rfind("| ") + 2);
  };
  EXPECT_EQ(left(Options("updates")), "ETA 0:30");
  TrainerOptions options = Options("minutes");
  options.max_seconds = 33.0;
  EXPECT_EQ(left(options), "ETA 0:23");
  options = Options("epochs");
  options.schedule.max_updates = 0;
  options.max_epochs = 4;
  options.accumulate = 3;
  const std::string eta = left(options);
  EXPECT_GT(counters_.update, 6);
  EXPECT_EQ(eta, "ETA " + FormatDuration(
                              2.0 * static_cast<double>(counters_.update - 5)));
}

}  // namespace
}  // namespace interpres
