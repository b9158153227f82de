// The progress lines of the training loop.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "model/training/progress.h"
#include "model/training/schedule.h"
#include "model/training/trainer.h"

namespace interpres {

void Trainer::Report() {
  const TrainingCounters& counters = state_.counters;
  const double seconds = SecondsNow();
  const double window_seconds = seconds - window_begin_;
  const ProgressRecord record = {
      .update = counters.update,
      // After its last batch an epoch is over, but the line is still its.
      .epoch = counters.epoch - (counters.batch == 0 ? 1 : 0),
      .sums = {.smoothed_loss = counters.window_smoothed_loss,
               .negative_log_likelihood = counters.window_nll,
               .target_tokens = counters.window_target_tokens},
      .source_tokens = counters.window_source_tokens,
      .window_seconds = window_seconds,
      .total_seconds = seconds,
      .learning_rate = LearningRate(options_.schedule, counters.update),
      .gradient_norm = counters.gradient_norm,
      .skipped_updates = counters.skipped_updates,
      .remaining_seconds = RemainingSeconds(
          window_seconds / static_cast<double>(counters.window_updates)),
  };
  hooks_.say(FormatProgressLine(record));
  hooks_.log(FormatProgressJson(record));
}

void Trainer::BeginWindow() {
  TrainingCounters& counters = state_.counters;
  counters.window_updates = 0;
  counters.window_source_tokens = 0;
  counters.window_target_tokens = 0;
  counters.window_smoothed_loss = 0.0;
  counters.window_nll = 0.0;
  window_begin_ = SecondsNow();
}

std::optional<double> Trainer::RemainingSeconds(
    double seconds_per_update) const {
  const TrainingCounters& counters = state_.counters;
  std::optional<double> remaining;
  const auto shorten = [&remaining](double seconds) {
    remaining = std::min(remaining.value_or(seconds), seconds);
  };
  if (options_.schedule.max_updates > 0) {
    shorten(
        static_cast<double>(options_.schedule.max_updates - counters.update) *
        seconds_per_update);
  }
  if (options_.max_epochs > 0) {
    const auto updates = [&](int64_t batches) {
      return (batches + options_.accumulate - 1) / options_.accumulate;
    };
    const auto planned = static_cast<int64_t>(plan_.size());
    const int64_t left =
        (options_.max_epochs - counters.epoch) * updates(planned) -
        updates(counters.batch);
    shorten(static_cast<double>(left) * seconds_per_update);
  }
  if (options_.max_seconds > 0.0) {
    shorten(options_.max_seconds - counters.seconds);
  }
  return remaining;
}

}  // namespace interpres
