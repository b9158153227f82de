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

// Scores weights on a dev set by the loss, BLEU or chrF, and keeps the last
// score. Not thread-safe: used by one thread.
class TrainerValidation {
 public:
  // `batches` are the sentences of the dev set. Empty `batches` mean that
  // Validate does nothing. REQUIRES: `options`, `hooks`, `shards` and `clock`
  // outlive this object.
  TrainerValidation(const TrainerOptions& options, const TrainerHooks& hooks,
                    GradientShards& shards, TrainingClock& clock,
                    std::vector<TrainingBatch> batches);

  // Marks the start of a session, a new or resumed run. `update` is the last
  // update of the stored state, or 0 for a new run. A validation at `update`
  // does not count as a validation without gain, because a finished run that is
  // restarted validates the same weights again.
  void BeginSession(int64_t update) { session_begin_ = update; }

  // Scores `weights`, which belong to counters.update. Updates the best loss,
  // the best score and the validations without gain in `counters`, and reports
  // through the hooks. Excludes its time from the window of the clock. Does
  // nothing without a dev set. Returns the error of TrainerHooks::score_model.
  absl::Status Validate(std::span<const float> weights,
                        TrainingCounters& counters);

  // Returns the last update whose weights were scored, or -1 if no weights were
  // scored.
  int64_t update() const { return update_; }
  // Returns the score of the weights of update(), or 0 if update() is -1. A
  // higher score is better. With Metric::kLoss the score is -1 times the loss.
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
