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

// The trainer calls all hooks on the thread of Trainer::Run.
struct TrainerHooks {
  // Writes a model with these parameters, which are averaged.
  std::function<absl::Status(std::span<const float>, const TrainingCounters&)>
      save_model;
  std::function<void(const std::string&)> say;  // a line for people
  std::function<void(const std::string&)> log;  // a line of JSON
  std::function<double()> now_seconds;          // a monotonic clock
  // Translates the dev set with these parameters. Returns the BLEU or chrF of
  // the translations, as the options' metric selects. Not called for
  // Metric::kLoss; may then be null.
  std::function<absl::StatusOr<double>(std::span<const float>,
                                       const TrainingCounters&)>
      score_model = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_HOOKS_H_
