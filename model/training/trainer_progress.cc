#include "model/training/trainer_progress.h"

#include <algorithm>

#include "model/training/schedule.h"

namespace interpres {

std::optional<double> RemainingSeconds(const TrainerOptions& options,
                                       const TrainingCounters& counters,
                                       int64_t planned_batches,
                                       double seconds_per_update) {
  std::optional<double> remaining;
  const auto shorten = [&remaining](double seconds) {
    remaining = std::min(remaining.value_or(seconds), seconds);
  };
  if (options.schedule.max_updates > 0) {
    shorten(
        static_cast<double>(options.schedule.max_updates - counters.update) *
        seconds_per_update);
  }
  if (options.max_epochs > 0) {
    const auto updates = [&](int64_t batches) {
      return (batches + options.accumulate - 1) / options.accumulate;
    };
    const int64_t left =
        (options.max_epochs - counters.epoch) * updates(planned_batches) -
        updates(counters.batch);
    shorten(static_cast<double>(left) * seconds_per_update);
  }
  if (options.max_seconds > 0.0) {
    shorten(options.max_seconds - counters.seconds);
  }
  return remaining;
}

ProgressRecord WindowRecord(const TrainerOptions& options,
                            const TrainingCounters& counters,
                            int64_t planned_batches,
                            const TrainingClock& clock) {
  const double seconds = clock.Seconds();
  const double window_seconds = seconds - clock.window_begin();
  return {
      .update = counters.update,
      // After its last batch an epoch is over, but the line is still its.
      .epoch = counters.epoch - (counters.batch == 0 ? 1 : 0),
      .sums = {.smoothed_loss = counters.window_smoothed_loss,
               .negative_log_likelihood = counters.window_nll,
               .target_tokens = counters.window_target_tokens},
      .source_tokens = counters.window_source_tokens,
      .window_seconds = window_seconds,
      .total_seconds = seconds,
      .learning_rate = LearningRate(options.schedule, counters.update),
      .gradient_norm = counters.gradient_norm,
      .skipped_updates = counters.skipped_updates,
      .remaining_seconds = RemainingSeconds(
          options, counters, planned_batches,
          window_seconds / static_cast<double>(counters.window_updates)),
  };
}

void ClearWindow(TrainingCounters& counters) {
  counters.window_updates = 0;
  counters.window_source_tokens = 0;
  counters.window_target_tokens = 0;
  counters.window_smoothed_loss = 0.0;
  counters.window_nll = 0.0;
}

}  // namespace interpres
