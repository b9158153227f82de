// The complete state of a training run. A resumed run computes the same numbers
// as a run that never stopped.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_STATE_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_STATE_H_

#include <cstdint>
#include <filesystem>
#include <limits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/tensor/tensor.h"
#include "model/training/state_archive.h"

namespace interpres {

// The progress of a run.
struct TrainingCounters {
  int64_t update = 0;  // updates done, including skipped updates
  int64_t epoch = 0;   // the current epoch, from 0
  int64_t batch = 0;   // batches of the current epoch done
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  // Number of updates that were skipped because their loss or gradient was not
  // finite.
  int64_t skipped_updates = 0;
  double seconds = 0.0;  // of training, over all sessions
  double best_dev_loss = std::numeric_limits<double>::infinity();
  // Best score of the validations so far, by the metric of the run. A higher
  // score is better: for Metric::kLoss, the score is -1 times the loss.
  // -infinity before the first validation.
  double best_score = -std::numeric_limits<double>::infinity();
  // Consecutive validations without a new best score.
  int64_t validations_without_gain = 0;
  double gradient_norm = 0.0;  // of the last update
  // Number of skipped updates since the last update that was applied.
  int64_t skipped_in_a_row = 0;
  // Updates since the last progress line, including skipped updates. The fields
  // window_* are sums over these updates, but window_seconds is set only when
  // the state is saved. The tokens and the losses omit the skipped updates. The
  // state stores the sums because a save may be in the middle of a window.
  int64_t window_updates = 0;
  int64_t window_source_tokens = 0;
  int64_t window_target_tokens = 0;
  double window_smoothed_loss = 0.0;
  double window_nll = 0.0;
  double window_seconds = 0.0;
};

// The counters, the parameters, the optimiser's moments and the moving average
// of the parameters of a run. The arrays are in the order of ParameterLayout.
struct TrainingState {
  TrainingCounters counters;
  AlignedBuffer<float> parameters;
  AlignedBuffer<float> first_moments;
  AlignedBuffer<float> second_moments;
  AlignedBuffer<float> moving_average;  // empty without --ema
};

// Writes the state and `settings` to the file `path` atomically, and replaces
// an earlier file. ReadTrainingState compares the settings. Returns the error
// of writing the file; an earlier file then remains.
absl::Status WriteTrainingState(const std::filesystem::path& path,
                                const TrainingState& state,
                                const StateEntries& settings);

// Compares `settings` with the settings in a file of WriteTrainingState.
// Returns the errors of ReadTrainingState.
absl::Status CheckStateSettings(const std::filesystem::path& path,
                                const StateEntries& settings);

// Reads a file of WriteTrainingState with `parameters` floats per array.
// Returns NOT_FOUND if the file does not exist, or another error if the file
// cannot be opened. Returns DATA_LOSS if the file is damaged or not a training
// state. Returns FAILED_PRECONDITION if `parameters` or an element of
// `settings` differs from the stored value; the message has the values that
// differ.
absl::StatusOr<TrainingState> ReadTrainingState(
    const std::filesystem::path& path, const StateEntries& settings,
    int64_t parameters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_STATE_H_
