// The training loop: batches, gradients, Adam, validation, snapshots, resume.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_H_

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/training/averaging.h"
#include "model/training/batching.h"
#include "model/training/corpus.h"
#include "model/training/gradient_shards.h"
#include "model/training/parameters.h"
#include "model/training/process_group.h"
#include "model/training/trainer_options.h"
#include "model/training/training_state.h"

namespace interpres {

// Draws the ids of an example, named by its key, for the draw of that key.
// False: take those of the example set. Called from several threads at once.
struct SampledIds {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};
using SubwordSampling =
    std::function<bool(uint64_t key, uint64_t draw, SampledIds& ids)>;

struct TrainingData {
  ExampleSet train;
  ExampleSet dev;                    // may be empty: no validation
  int32_t start_id = 0;              // fed at target position 0
  SubwordSampling sample = nullptr;  // null: no sampling
  // What a new run begins with, in the order of the layout; empty: random
  // weights. The leader's alone count. Freed once the run has begun.
  std::vector<float> initial_parameters = {};
};

// Where the loop's results go. All are called on the thread of Run.
struct TrainerHooks {
  // Writes a model of these (averaged) parameters.
  std::function<absl::Status(std::span<const float>, const TrainingCounters&)>
      save_model;
  std::function<void(const std::string&)> say;  // a line for people
  std::function<void(const std::string&)> log;  // a line of JSON
  std::function<double()> now_seconds;          // a monotonic clock
  // Translates the dev set with these parameters: its BLEU or chrF, as the
  // options' metric says. Not called for Metric::kLoss.
  std::function<absl::StatusOr<double>(std::span<const float>,
                                       const TrainingCounters&)>
      score_model = nullptr;
};

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
  // What an update adds up over the shards of all processes.
  struct UpdateSums {
    LossSums loss;
    int64_t source_tokens = 0;
  };

  Trainer(const TrainerOptions& options, const ParameterLayout& layout,
          TrainingData data, TrainerHooks hooks, ProcessGroup group);

  // `initial`: see TrainingData.
  absl::Status Start(std::span<const float> initial);
  absl::Status StartAnew(std::span<const float> initial);
  // The leader's state and settings are those of the group.
  absl::Status CheckSameSettings() const;
  void ShareState();
  absl::Status CheckSameWeights() const;
  std::optional<StopReason> LeadersReason(
      std::optional<StopReason> reason) const;
  void SumOverGroup(UpdateSums& sums);

  std::optional<StopReason> ReasonToStop(const std::atomic<bool>& stop) const;
  absl::Status TakeNextUpdate();
  absl::Status Update(std::span<const std::vector<int32_t>> batches);
  UpdateSums ComputeGradients(std::span<const std::vector<int32_t>> batches);
  // The shards of a batch that are this process's.
  std::vector<TrainingBatch> ShardBatches(std::span<const int32_t> batch);
  TrainingBatch SampleBatch(std::span<const int32_t> indices) const;
  // Counts an update whose numbers are not finite; an error if too many follow
  // each other.
  absl::Status LeaveOut(const LossSums& sums);
  void ApplyGradients(double learning_rate, double scale);
  absl::Status AfterUpdate();
  void Report();
  void BeginWindow();
  // The weights that are validated and written.
  std::span<const float> Weights() const;
  absl::Status CheckWeights() const;
  absl::StatusOr<double> Score(double dev_loss);
  absl::Status Validate();
  absl::Status SaveState();
  absl::Status SaveModel();
  absl::Status SaveAll();
  absl::Status Finish(StopReason reason);
  double SecondsNow() const;
  std::optional<double> RemainingSeconds(double seconds_per_update) const;

  const TrainerOptions options_;
  const ParameterLayout& layout_;
  const TrainingData data_;
  const TrainerHooks hooks_;
  const ProcessGroup group_;
  std::vector<TrainingBatch> dev_batches_;
  TrainingState state_;
  SnapshotStore snapshots_;
  GradientShards shards_;

  std::vector<std::vector<int32_t>> plan_;  // of the running epoch
  int64_t planned_epoch_ = -1;
  // Training seconds at which the window of the next progress line began.
  double window_begin_ = 0.0;
  double clock_offset_ = 0.0;   // training seconds minus clock
  int64_t started_update_ = 0;  // where this session begins
  int64_t last_saved_update_ = -1;
  double validated_score_ = 0.0;  // of the weights after validated_update_
  int64_t validated_update_ = -1;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_H_
