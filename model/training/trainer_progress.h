// The progress reports of the training loop between two validations.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_PROGRESS_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_PROGRESS_H_

#include <cstdint>
#include <optional>

#include "model/training/progress.h"
#include "model/training/trainer_options.h"
#include "model/training/training_clock.h"
#include "model/training/training_state.h"

namespace interpres {

// Returns the estimated seconds until the first limit on updates, epochs or
// time, if every update takes `seconds_per_update`. `planned_batches` is the
// number of batches of an epoch. Returns nullopt if the options set none of
// these limits. Ignores options.patience.
std::optional<double> RemainingSeconds(const TrainerOptions& options,
                                       const TrainingCounters& counters,
                                       int64_t planned_batches,
                                       double seconds_per_update);

// Returns the record of the window, the updates since the last progress line.
// `planned_batches` is the number of batches of an epoch, for the remaining
// time. REQUIRES: counters.window_updates > 0.
ProgressRecord WindowRecord(const TrainerOptions& options,
                            const TrainingCounters& counters,
                            int64_t planned_batches,
                            const TrainingClock& clock);

// Sets the counters of the window to zero, for a new window. Keeps
// window_seconds, which the trainer sets at each save. The caller also calls
// TrainingClock::BeginWindow.
void ClearWindow(TrainingCounters& counters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_PROGRESS_H_
