// The training loop: batches, gradients, Adam, validation, snapshots, resume.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/training/averaging.h"
#include "model/training/batch.h"
#include "model/training/gradient_shards.h"
#include "model/training/parameters.h"
#include "model/training/process_group.h"
#include "model/training/trainer_group.h"
#include "model/training/trainer_hooks.h"
#include "model/training/trainer_options.h"
#include "model/training/trainer_validation.h"
#include "model/training/training_clock.h"
#include "model/training/training_data.h"
#include "model/training/training_state.h"

namespace interpres {

// Used by one thread. After an error of Run the files on disk are those of the
// last save.
class Trainer {
 public:
  // `layout` must outlive the trainer. Creates the state directory. Every
  // process of the group has a trainer with the same options and data: each
  // computes the gradients of its part of the shards, and the leader's alone
  // validates, touches files and calls the hooks.
  static absl::StatusOr<std::unique_ptr<Trainer>> Create(
      const TrainerOptions& options, const ParameterLayout& layout,
      TrainingData data, TrainerHooks hooks, ProcessGroup group = {});

  // Trains until an end or until `stop` is set (by a signal handler); saves the
  // state and the model before it returns.
  absl::StatusOr<StopReason> Run(const std::atomic<bool>& stop);

  const TrainingState& state() const { return state_; }

 private:
  Trainer(const TrainerOptions& options, const ParameterLayout& layout,
          TrainingData data, TrainerHooks hooks, ProcessGroup group);

  // `initial`: see TrainingData.
  absl::Status Start(std::span<const float> initial);
  absl::Status StartAnew(std::span<const float> initial);
  // Returns `reason` of process 0: the clocks, the scores and the signals of
  // the other processes do not count.
  std::optional<StopReason> LeadersReason(
      std::optional<StopReason> reason) const;

  std::optional<StopReason> ReasonToStop(const std::atomic<bool>& stop) const;
  absl::Status TakeNextUpdate();
  absl::Status Update(std::span<const std::vector<int32_t>> batches);
  UpdateSums ComputeGradients(std::span<const std::vector<int32_t>> batches);
  // The shards of a batch that are this process's.
  std::vector<TrainingBatch> ShardBatches(std::span<const int32_t> batch);
  // Counts an update whose numbers are not finite; an error if too many follow
  // each other.
  absl::Status LeaveOut(const LossSums& sums);
  void ApplyGradients(double learning_rate, double scale);
  absl::Status AfterUpdate();
  void Report();
  // The weights that are validated and written.
  std::span<const float> Weights() const;
  absl::Status CheckWeights() const;
  absl::Status SaveState();
  absl::Status SaveModel();
  absl::Status SaveAll();
  absl::Status Finish(StopReason reason);

  const TrainerOptions options_;
  const ParameterLayout& layout_;
  const TrainingData data_;
  const TrainerHooks hooks_;
  const ProcessGroup group_;
  TrainingState state_;
  SnapshotStore snapshots_;
  GradientShards shards_;
  TrainingClock clock_;
  TrainerValidation validation_;

  std::vector<std::vector<int32_t>> plan_;  // of the running epoch
  int64_t planned_epoch_ = -1;
  int64_t last_saved_update_ = -1;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_H_
