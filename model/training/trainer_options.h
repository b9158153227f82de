// What a training run may choose, and why it ends.

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
  kNew,     // refuse to touch it
  kResume,  // go on from it; start from the beginning if there is none
  kFresh,   // delete it
};

// A measure of the dev set.
enum class Metric { kLoss, kBleu, kChrf };
// "loss", "bleu", "chrf".
std::string_view MetricName(Metric metric);
absl::StatusOr<Metric> ParseMetric(std::string_view name);

struct TrainerOptions {
  BatchingOptions batching;
  ScheduleOptions schedule;
  AdamOptions adam;
  float label_smoothing = 0.1f;    // 0 to below 1
  float dropout = 0.1f;            // 0 to below 1
  float attention_dropout = 0.0f;  // of attention weights; 0 to below 1
  float ffn_dropout = 0.0f;        // of feed-forward activations; 0 to below 1
  // Above 0: sentences pass twice under different dropout, and this weighs the
  // divergence of their predictions (R-Drop).
  float r_drop = 0.0f;
  // The gradient of the mean loss per token is scaled down to this norm.
  // 0: never.
  double clip_norm = 1.0;
  // Segmentations are drawn anew in each update, with probability proportional
  // to P^alpha among the likeliest `subword_nbest`; 0: the likeliest always.
  double subword_alpha = 0.0;
  int64_t subword_nbest = 16;
  // A longer draw falls back to the likeliest; set by RunTraining.
  int64_t subword_max_tokens = 0;
  // What the data is in, such as "en to es", for the state; set likewise.
  std::string directions;
  // Gradient shards of a batch, over all processes. Part of the numbers a run
  // computes; threads and processes are not. Each costs 4 bytes per parameter.
  int shards = 2;
  // Batches whose gradients are added up to one update, as if they were one
  // large batch; the last update of an epoch may have fewer.
  int64_t accumulate = 1;
  // Decay of the exponential moving average of the weights, which is then what
  // is validated, kept as snapshots and written; 0: the weights themselves.
  double ema = 0.0;
  int threads = 1;
  ComputeType compute_type = ComputeType::kFloat32;
  uint64_t seed = 1;
  // Ends of the run, whichever comes first, besides schedule.max_updates.
  // 0: none.
  int64_t max_epochs = 0;
  double max_seconds = 0.0;
  // What tells a better model: for `patience` and `average_best`.
  Metric metric = Metric::kLoss;
  // Stop after this many validations without a new best. 0: never.
  int64_t patience = 0;
  int64_t log_every = 50;        // updates
  int64_t validate_every = 500;  // updates
  int64_t save_every = 500;      // updates
  // The checkpoint is the mean of the last snapshots, one per save, or, above
  // 0, of the best.
  int64_t average_last = 5;
  int64_t average_best = 0;
  std::filesystem::path state_directory;
  StartMode start = StartMode::kNew;
};

// The file that a resumed run goes on from.
std::filesystem::path TrainingStatePath(const TrainerOptions& options);
// Whether the run goes on from its state: --resume, and there is one.
bool HasState(const TrainerOptions& options);
// FAILED_PRECONDITION if there is a state of which `start` does not speak.
absl::Status CheckNoEarlierRun(const TrainerOptions& options);

// INVALID_ARGUMENT with the flag, the value found and what is allowed.
absl::Status ValidateTrainerOptions(const TrainerOptions& options);
// Processes that train together take equal numbers of shards.
absl::Status CheckShards(const TrainerOptions& options, int processes);

enum class StopReason { kMaxUpdates, kMaxEpochs, kMaxTime, kPatience, kSignal };
std::string_view StopReasonName(StopReason reason);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINER_OPTIONS_H_
