// Judges the trainer's weights on the dev set.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_VALIDATION_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_VALIDATION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/training/batch.h"
#include "model/training/gradient_shards.h"
#include "model/training/trainer_hooks.h"
#include "model/training/trainer_options.h"
#include "model/training/training_clock.h"
#include "model/training/training_state.h"

namespace interpres {

// Scores weights on a dev set by the loss, BLEU or chrF. Not thread-safe: used
// by one thread.
class TrainerValidation {
 public:
  // `batches` are the dev set. Empty means that Validate does nothing.
  // REQUIRES: `options`, `hooks`, `shards` and `clock` outlive this object.
  TrainerValidation(const TrainerOptions& options, const TrainerHooks& hooks,
                    GradientShards& shards, TrainingClock& clock,
                    std::vector<TrainingBatch> batches);

  // Begins a session after `update`. A validation at `update` does not count as
  // a validation without gain, because a finished run that is restarted
  // validates the same weights again.
  void BeginSession(int64_t update) { session_begin_ = update; }

  // Scores the weights after counters.update. Keeps the best loss and the best
  // score in `counters`, and reports through the hooks. Returns the error of
  // the hook that translates.
  absl::Status Validate(std::span<const float> weights,
                        TrainingCounters& counters);

  // Returns the last update whose weights were scored, or -1, and their score.
  // A higher score is better.
  int64_t update() const { return update_; }
  double score() const { return score_; }

 private:
  absl::StatusOr<double> Score(std::span<const float> weights,
                               const TrainingCounters& counters,
                               double loss) const;
  void Report(const TrainingCounters& counters, double loss) const;

  const TrainerOptions& options_;
  const TrainerHooks& hooks_;
  GradientShards& shards_;
  TrainingClock& clock_;
  const std::vector<TrainingBatch> batches_;
  int64_t session_begin_ = 0;
  int64_t update_ = -1;
  double score_ = 0.0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_VALIDATION_H_
