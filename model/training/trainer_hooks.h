// The callbacks that receive the results of the training loop.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_HOOKS_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_HOOKS_H_

#include <functional>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/training/training_state.h"

namespace interpres {

// The callbacks of a trainer. The trainer calls the hooks on the thread of
// Trainer::Create and Trainer::Run. In a group of processes, only the leader
// calls save_model, score_model and sample_model; every process may call the
// other hooks. REQUIRES: all hooks are set, except that sample_model may be
// null, and score_model may be null for Metric::kLoss.
struct TrainerHooks {
  // Called at each save, except the save after a signal, with the parameters to
  // write as a checkpoint: the mean of the snapshots. An error ends the run.
  std::function<absl::Status(std::span<const float>, const TrainingCounters&)>
      save_model;
  std::function<void(const std::string&)> say;  // a line for people
  std::function<void(const std::string&)> log;  // a line of JSON
  std::function<double()> now_seconds;          // a monotonic clock
  // Called at each validation with the weights to judge, unless the metric is
  // Metric::kLoss. Translates the dev set and returns the BLEU or chrF of the
  // translations, as TrainerOptions::metric selects. NaN counts as the score
  // -infinity. An error ends the run. May be null for Metric::kLoss.
  std::function<absl::StatusOr<double>(std::span<const float>,
                                       const TrainingCounters&)>
      score_model = nullptr;
  // Called at each validation with the validated weights, if the metric is
  // Metric::kLoss. Can log sample translations; with another metric,
  // score_model can do so. Null disables the call.
  std::function<void(std::span<const float>, const TrainingCounters&)>
      sample_model = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_HOOKS_H_
