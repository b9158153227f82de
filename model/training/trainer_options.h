// The options of a training run and the reasons for its end.

#ifndef INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_
#define INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <string>
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
// Returns the metric with the name "loss", "bleu" or "chrf". Returns
// INVALID_ARGUMENT for another name.
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
  // Weight of R-Drop; at least 0. Above 0, each sentence takes two forward
  // passes with different dropout, and the loss includes the weighted
  // divergence of the predictions. 0 disables R-Drop.
  float r_drop = 0.0f;
  // Maximum norm of the gradient of the mean loss per token. A gradient with a
  // larger norm is scaled down to this norm. 0 disables clipping.
  double clip_norm = 1.0;
  // Exponent alpha of sub-word sampling; at least 0. Each update draws the
  // segmentation of a sentence among the `subword_nbest` likeliest, with a
  // chance proportional to P^alpha. P is the probability of the segmentation in
  // the vocabulary. 0 disables sampling: the likeliest segmentation is used.
  double subword_alpha = 0.0;
  int64_t subword_nbest = 16;
  // Maximum tokens of a segmentation that TrainingData::sample draws. The
  // trainer only compares this field with the stored state. RunTraining sets
  // this field and ignores the value of the caller.
  int64_t subword_max_tokens = 0;
  // Description of the noise of the data, with its limit of tokens. A run whose
  // stored state has another description cannot be resumed. RunTraining sets
  // this field and ignores the value of the caller.
  std::string noise;
  // The translation directions of the data, such as "en to es". A run whose
  // stored state has other directions cannot be resumed. RunTraining sets this
  // field and ignores the value of the caller.
  std::string directions;
  // Number of shards into which a batch is split, over all processes. A
  // multiple of the number of processes, at most 1024. The results of a run
  // depend on this number, but not on the number of threads. Each shard uses 4
  // bytes per parameter.
  int shards = 2;
  // Number of batches whose gradients are added for one update, as if they were
  // one large batch; at least 1. The last update of an epoch may have fewer
  // batches.
  int64_t accumulate = 1;
  // Decay of the exponential moving average of the weights; below 1. Above 0,
  // the moving average is validated and kept in snapshots instead of the
  // weights. Early updates use a smaller decay. 0 disables the moving average.
  double ema = 0.0;
  int threads = 1;
  ComputeType compute_type = ComputeType::kFloat32;
  uint64_t seed = 1;
  // Number of epochs after which the run ends, if no other limit ends the run
  // before. 0 means unlimited.
  int64_t max_epochs = 0;
  // Seconds of training, validation and saving, over all sessions, after which
  // the run ends, if no other limit ends the run before. 0 means unlimited.
  double max_seconds = 0.0;
  // Metric on the dev set that judges the weights, for `patience` and
  // `average_best`.
  Metric metric = Metric::kLoss;
  // Number of consecutive validations without a new best score after which the
  // run ends. 0 disables the limit.
  int64_t patience = 0;
  int64_t log_every = 50;        // updates
  int64_t validate_every = 500;  // updates
  int64_t save_every = 500;      // updates
  // Number of last snapshots whose mean is the checkpoint; at least 1. Each
  // save adds a snapshot, except the save after a signal. Ignored if
  // `average_best` is above 0.
  int64_t average_last = 5;
  // Number of snapshots with the best scores whose mean is the checkpoint. 0
  // means that the checkpoint is the mean of the last `average_last` snapshots.
  int64_t average_best = 0;
  std::filesystem::path state_directory;
  StartMode start = StartMode::kNew;
};

// Returns the path of the file in which a run stores its training state. A run
// with StartMode::kResume reads the file.
std::filesystem::path TrainingStatePath(const TrainerOptions& options);
// Returns true if the run resumes: options.start is kResume and a state file
// exists. Returns false if the file cannot be looked up.
bool HasState(const TrainerOptions& options);
// Returns FAILED_PRECONDITION if a training state exists in
// options.state_directory and options.start is kNew. Returns OK if the state
// cannot be looked up.
absl::Status CheckNoEarlierRun(const TrainerOptions& options);

// Returns INVALID_ARGUMENT if an option is out of range or no option limits the
// run. The message names the flag; for a value out of range, also the value and
// the allowed values. Returns FAILED_PRECONDITION if the CPU does not support
// the compute type.
absl::Status ValidateTrainerOptions(const TrainerOptions& options);

// Returns a warning if the mean of the last snapshots is or may be worse than
// one of them. Returns "" otherwise. There are two reasons:
// - The mean contains saves from before the cooldown, where the learning rate
//   is high.
// - `patience` may end the run. Then the last snapshots come after the best.
std::string WarnAboutMean(const TrainerOptions& options);

// Returns a warning if a process has more threads than shards: the other
// threads compute no gradients. Returns "" otherwise.
// REQUIRES: CheckShards(options, processes) is OK.
std::string WarnAboutThreads(const TrainerOptions& options, int processes);

// Returns INVALID_ARGUMENT unless options.shards is a multiple of `processes`,
// because all processes of a group take the same number of shards.
absl::Status CheckShards(const TrainerOptions& options, int processes);

// Why a run ended. kMaxUpdates, kMaxEpochs and kMaxTime mean that the run
// reached the limit of its options. kPatience means too many validations
// without a new best score, see TrainerOptions::patience. kSignal means that
// the `stop` of Trainer::Run was set.
enum class StopReason { kMaxUpdates, kMaxEpochs, kMaxTime, kPatience, kSignal };
// Returns the reason as text for messages, such as "max-updates reached".
std::string_view StopReasonName(StopReason reason);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_
