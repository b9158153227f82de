// The options of a training run and the reasons for its end.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/kernels/compute_type.h"
#include "model/training/adam.h"
#include "model/training/batching.h"
#include "model/training/schedule.h"

namespace interpres {

// What to do with the state that an earlier run left in the state directory.
enum class StartMode {
  kNew,     // start a new run; refuse if a state exists
  kResume,  // resume from the state; without a state, start a new run
  kFresh,   // delete the state and start a new run
};

// The measure on the dev set that judges the weights.
enum class Metric { kLoss, kBleu, kChrf };
// Returns "loss", "bleu" or "chrf".
std::string_view MetricName(Metric metric);
// The inverse of MetricName. Returns INVALID_ARGUMENT for another name.
absl::StatusOr<Metric> ParseMetric(std::string_view name);

// Options of the training loop.
struct TrainerOptions {
  BatchingOptions batching;
  ScheduleOptions schedule;
  AdamOptions adam;
  float label_smoothing = 0.1f;    // 0 to below 1
  float dropout = 0.1f;            // 0 to below 1
  float attention_dropout = 0.0f;  // of attention weights; 0 to below 1
  float ffn_dropout = 0.0f;        // of feed-forward activations; 0 to below 1
  // Weight of R-Drop. Above 0, each sentence takes two forward passes with
  // different dropout, and the loss includes the weighted divergence of the
  // predictions. 0 disables R-Drop.
  float r_drop = 0.0f;
  // Maximum norm of the gradient of the mean loss per token. A larger gradient
  // is scaled down. 0 disables clipping.
  double clip_norm = 1.0;
  // Exponent of sub-word sampling. Each update draws segmentations with
  // probability proportional to P^alpha among the likeliest `subword_nbest`. 0
  // disables sampling: the likeliest segmentation is used.
  double subword_alpha = 0.0;
  int64_t subword_nbest = 16;
  // Maximum tokens of a drawn segmentation; a longer draw is replaced by the
  // likeliest segmentation. RunTraining sets the field.
  int64_t subword_max_tokens = 0;
  // The directions of the data, such as "en to es", for the comparison with a
  // stored state. RunTraining sets the field.
  std::string directions;
  // Gradient shards of a batch, over all processes. The numbers of a run depend
  // on the shards, but not on the number of threads or processes. Each shard
  // uses 4 bytes per parameter.
  int shards = 2;
  // Number of batches whose gradients are added for one update, as if they were
  // one large batch. The last update of an epoch may have fewer batches.
  int64_t accumulate = 1;
  // Decay of the exponential moving average of the weights. Above 0, the
  // average is validated, kept in snapshots and written. 0 disables the
  // average.
  double ema = 0.0;
  int threads = 1;
  ComputeType compute_type = ComputeType::kFloat32;
  uint64_t seed = 1;
  // Limits of the run, in addition to schedule.max_updates. The run ends at the
  // first limit. 0 means unlimited.
  int64_t max_epochs = 0;
  double max_seconds = 0.0;
  // Metric that judges the weights, for `patience` and `average_best`.
  Metric metric = Metric::kLoss;
  // Number of consecutive validations without a new best score after which the
  // run stops. 0 disables the limit.
  int64_t patience = 0;
  int64_t log_every = 50;        // updates
  int64_t validate_every = 500;  // updates
  int64_t save_every = 500;      // updates
  // Number of snapshots, one per save, whose mean is the checkpoint. With
  // average_best above 0, the checkpoint is the mean of the best average_best
  // snapshots. Otherwise the checkpoint is the mean of the last average_last
  // snapshots.
  int64_t average_last = 5;
  int64_t average_best = 0;
  std::filesystem::path state_directory;
  StartMode start = StartMode::kNew;
};

// Returns the path of the state file that kResume reads.
std::filesystem::path TrainingStatePath(const TrainerOptions& options);
// Returns true if the run resumes: options.start is kResume and a state file
// exists.
bool HasState(const TrainerOptions& options);
// Returns FAILED_PRECONDITION if a training state exists and options.start is
// kNew.
absl::Status CheckNoEarlierRun(const TrainerOptions& options);

// Returns INVALID_ARGUMENT if an option is out of range. The message names the
// flag, its value and the allowed values. Returns FAILED_PRECONDITION if the
// CPU does not support the compute type.
absl::Status ValidateTrainerOptions(const TrainerOptions& options);
// Returns INVALID_ARGUMENT unless options.shards is a multiple of `processes`,
// because all processes of a group take the same number of shards.
absl::Status CheckShards(const TrainerOptions& options, int processes);

// Why a run ended. kSignal means that `stop` was set.
enum class StopReason { kMaxUpdates, kMaxEpochs, kMaxTime, kPatience, kSignal };
// Returns the reason as text for messages, such as "max-updates reached".
std::string_view StopReasonName(StopReason reason);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_
