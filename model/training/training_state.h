// Everything a training run needs to go on as if it had never stopped.

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

// Where a run stands.
struct TrainingCounters {
  int64_t update = 0;  // updates done
  int64_t epoch = 0;   // the running epoch, from 0
  int64_t batch = 0;   // batches of the running epoch done
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  // Updates left out because their gradient was not finite.
  int64_t skipped_updates = 0;
  double seconds = 0.0;  // of training, over all sessions
  double best_dev_loss = std::numeric_limits<double>::infinity();
  // By the run's metric; higher is better.
  double best_score = -std::numeric_limits<double>::infinity();
  int64_t validations_without_gain = 0;
  double gradient_norm = 0.0;  // of the last update
  // Not finite updates since the last finite one.
  int64_t skipped_in_a_row = 0;
  // Sums since the last progress line, whose window a save may cut.
  int64_t window_updates = 0;
  int64_t window_source_tokens = 0;
  int64_t window_target_tokens = 0;
  double window_smoothed_loss = 0.0;
  double window_nll = 0.0;
  double window_seconds = 0.0;
};

struct TrainingState {
  TrainingCounters counters;
  AlignedBuffer<float> parameters;
  AlignedBuffer<float> first_moments;
  AlignedBuffer<float> second_moments;
  AlignedBuffer<float> moving_average;  // of the parameters; may be empty
};

// `settings` are kept beside the counters; ReadTrainingState compares them.
absl::Status WriteTrainingState(const std::filesystem::path& path,
                                const TrainingState& state,
                                const StateEntries& settings);

// `parameters` is the expected number of floats. FAILED_PRECONDITION names each
// setting that differs from the one that the run was started with.
absl::StatusOr<TrainingState> ReadTrainingState(
    const std::filesystem::path& path, const StateEntries& settings,
    int64_t parameters);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_STATE_H_
