// Synchronises the trainers of several processes. Every function is a no-op in
// a group of one process. REQUIRES: all processes of a group call the functions
// in the same order.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_GROUP_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_GROUP_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "model/training/corpus.h"
#include "model/training/network.h"
#include "model/training/parameters.h"
#include "model/training/process_group.h"
#include "model/training/trainer_options.h"
#include "model/training/training_state.h"

namespace interpres {

// The sums of one update over the shards of all processes.
struct UpdateSums {
  LossSums loss;
  int64_t source_tokens = 0;
};

// Returns FAILED_PRECONDITION if the options, the layout or the examples of a
// process differ from process 0. The message names both processes.
absl::Status CheckSameSettings(const ProcessGroup& group,
                               const TrainerOptions& options,
                               const ParameterLayout& layout,
                               const ExampleSet& train);

// Replaces `state` by the state of process 0.
void ShareState(const ProcessGroup& group, TrainingState& state);

// Returns INTERNAL if the parameters of a process differ from the parameters of
// process 0.
absl::Status CheckSameWeights(const ProcessGroup& group,
                              const TrainingState& state);

// Replaces the gradients and the sums by their sums over the processes.
void SumOverGroup(const ProcessGroup& group, std::span<float> gradients,
                  UpdateSums& sums);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_GROUP_H_
