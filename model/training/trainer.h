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

// Trains a model. Not thread-safe: used by one thread. If Run returns an error,
// a resumed run continues from the last save.
class Trainer {
 public:
  // Creates a trainer. Resumes from the stored state if options.start is
  // kResume and a state exists. Otherwise starts a new run: deletes a stored
  // state, which only kFresh allows, and the snapshots of an earlier run. Each
  // process computes the gradients of its share of the shards. Only the leader
  // validates, accesses files and writes models. REQUIRES: `layout` outlives
  // the trainer. Every process of `group` calls Create with the same options
  // and data. data.initial_parameters is empty or has layout.size() elements.
  //
  // Returns INVALID_ARGUMENT if an option is out of range or data.train is
  // empty. Also if data.dev is empty and options.patience or average_best is
  // above 0, or if options.shards is not a multiple of the number of processes.
  // Returns FAILED_PRECONDITION if a state exists and options.start is kNew.
  // Also if the settings differ between the processes or from the stored state,
  // or the CPU does not support the compute type. Returns DATA_LOSS if the
  // stored state is damaged. Returns UNAVAILABLE if the state directory cannot
  // be created or a file cannot be deleted. Returns another error if the stored
  // state cannot be opened. All processes return the same error.
  static absl::StatusOr<std::unique_ptr<Trainer>> Create(
      const TrainerOptions& options, const ParameterLayout& layout,
      TrainingData data, TrainerHooks hooks, ProcessGroup group = {});

  // Trains until a limit of the options is reached or `stop` is true, which a
  // signal handler may set. Then saves the state and, except after a signal,
  // the model, and returns the reason. Also saves both every options.save_every
  // updates. Saves nothing after an error. All processes of the group call Run;
  // only `stop` of the leader counts. Returns the error of a hook or of a file.
  // Returns INTERNAL if loss or gradient is not finite in 20 consecutive
  // updates. Also if weights to save are not finite, or the weights differ
  // between the processes.
  absl::StatusOr<StopReason> Run(const std::atomic<bool>& stop);

  const TrainingState& state() const { return state_; }

 private:
  Trainer(const TrainerOptions& options, const ParameterLayout& layout,
          TrainingData data, TrainerHooks hooks, ProcessGroup group);

  // Creates the state directory. If HasState(options_), reads the stored state
  // and deletes later snapshots. Otherwise deletes a stored state and all
  // snapshots, and starts a new run from `initial`
  // (TrainingData::initial_parameters; empty means random weights).
  //
  // Returns FAILED_PRECONDITION if a state exists and options_.start is kNew.
  // Returns UNAVAILABLE if the directory cannot be created or the state cannot
  // be deleted. Returns DATA_LOSS if the state lacks the moving average that
  // the options need. Also returns the errors of ReadTrainingState and
  // SnapshotStore::RemoveAfter.
  absl::Status Start(std::span<const float> initial);
  absl::Status StartAnew(std::span<const float> initial);
  // Returns the `reason` of process 0, in all processes: the clocks, the scores
  // and the signals of the other processes do not count. nullopt means that no
  // reason exists to stop. REQUIRES: all processes call LeadersReason.
  std::optional<StopReason> LeadersReason(
      std::optional<StopReason> reason) const;

  std::optional<StopReason> ReasonToStop(const std::atomic<bool>& stop) const;
  absl::Status TakeNextUpdate();
  absl::Status Update(std::span<const std::vector<int32_t>> batches);
  UpdateSums ComputeGradients(std::span<const std::vector<int32_t>> batches);
  // Splits `batch`, a list of indices into data_.train, into options_.shards
  // shards. Returns the shards that this process computes, one batch per shard.
  // A returned batch may be empty. With R-Drop, it has each example twice.
  std::vector<TrainingBatch> ShardBatches(std::span<const int32_t> batch);
  // Counts an update that is skipped because its loss or gradient is not
  // finite. Returns INTERNAL if this update is the 20th consecutive skipped
  // update; otherwise reports the update through hooks_.say. `sums` has the
  // loss of the update.
  absl::Status LeaveOut(const LossSums& sums);
  void ApplyGradients(double learning_rate, double scale);
  absl::Status AfterUpdate();
  void Report();
  // Returns the weights that are validated and kept as snapshots: the moving
  // average if options_.ema is above 0, otherwise the parameters.
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

  std::vector<std::vector<int32_t>> plan_;  // batches of the current epoch
  int64_t planned_epoch_ = -1;
  int64_t last_saved_update_ = -1;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_H_
