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

// The loss and the source tokens of one update: sums over the shards of this
// process. After SumOverGroup, sums over the shards of all processes, the same
// in each.
struct UpdateSums {
  LossSums loss;
  int64_t source_tokens = 0;
};

// Checks that RunSettings and ScheduleSettings are the same in all processes.
// Does not compare other options. Returns FAILED_PRECONDITION in all processes
// if they differ. The message has the settings of process 0 and of the first
// process that differs. REQUIRES: all processes of `group` call this function.
absl::Status CheckSameSettings(const ProcessGroup& group,
                               const TrainerOptions& options,
                               const ParameterLayout& layout,
                               const ExampleSet& train);

// Replaces `state` by the state of process 0. REQUIRES: all processes of
// `group` call this function.
void ShareState(const ProcessGroup& group, TrainingState& state);

// Checks that the parameters are the same in all processes. Otherwise returns
// INTERNAL in all processes. REQUIRES: all processes of `group` call this
// function.
absl::Status CheckSameWeights(const ProcessGroup& group,
                              const TrainingState& state);

// Replaces `gradients` and `sums` by their sums over the processes. All
// processes get the same values. REQUIRES: all processes of `group` call this
// function, and `gradients` has the same size in all of them.
void SumOverGroup(const ProcessGroup& group, std::span<float> gradients,
                  UpdateSums& sums);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_GROUP_H_
