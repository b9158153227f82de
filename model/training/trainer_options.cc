#include "model/training/trainer_options.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"

namespace interpres {
namespace {

constexpr double kMostSegmentations = 512;
constexpr double kMostShards = 1024;
constexpr double kMostMinutes = 1e7;  // 19 years

absl::Status CheckAtLeast(const char* flag, double value, double low) {
  if (value >= low) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is %g; expected at least %g", flag, value, low));
}

absl::Status CheckAtMost(const char* flag, double value, double high) {
  if (value <= high) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s is %g; expected at most %g", flag, value, high));
}

absl::Status CheckProbability(const char* flag, double value) {
  if (value >= 0.0 && value < 1.0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is %g; expected at least 0 and below 1", flag, value));
}

absl::Status CheckEnd(const TrainerOptions& options) {
  if (options.schedule.max_updates == 0 && options.max_epochs == 0 &&
      options.max_seconds == 0.0 && options.patience == 0) {
    return absl::InvalidArgumentError(
        "the run has no end: give --max-updates, --max-epochs, --max-minutes "
        "or --patience");
  }
  return absl::OkStatus();
}

// Where the file cannot be looked up, its next use returns the error.
bool Exists(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::exists(file, error);
}

}  // namespace

std::string_view MetricName(Metric metric) {
  switch (metric) {
    case Metric::kLoss:
      return "loss";
    case Metric::kBleu:
      return "bleu";
    case Metric::kChrf:
      return "chrf";
  }
  return "";
}

absl::StatusOr<Metric> ParseMetric(std::string_view name) {
  for (const Metric metric : {Metric::kLoss, Metric::kBleu, Metric::kChrf}) {
    if (name == MetricName(metric)) {
      return metric;
    }
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "metric is \"%s\"; expected loss, bleu or chrf", std::string(name)));
}

std::filesystem::path TrainingStatePath(const TrainerOptions& options) {
  return options.state_directory / "training.state";
}

bool HasState(const TrainerOptions& options) {
  return options.start == StartMode::kResume &&
         Exists(TrainingStatePath(options));
}

absl::Status CheckNoEarlierRun(const TrainerOptions& options) {
  const std::filesystem::path file = TrainingStatePath(options);
  if (options.start != StartMode::kNew || !Exists(file)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: an earlier run left its state here; --resume continues it, "
      "--fresh deletes it and starts over",
      file.string()));
}

absl::Status ValidateTrainerOptions(const TrainerOptions& options) {
  INTERPRES_RETURN_IF_ERROR(ValidateBatchingOptions(options.batching));
  INTERPRES_RETURN_IF_ERROR(ValidateScheduleOptions(options.schedule));
  INTERPRES_RETURN_IF_ERROR(CheckComputeType(options.compute_type));
  if (options.compute_type == ComputeType::kInt8) {
    return absl::InvalidArgumentError(
        "compute-type is int8, which is for translating only; train in float32 "
        "or bfloat16");
  }
  struct Probability {
    const char* flag;
    double value;
  };
  const Probability probabilities[] = {
      {"label-smoothing", options.label_smoothing},
      {"dropout", options.dropout},
      {"attention-dropout", options.attention_dropout},
      {"ffn-dropout", options.ffn_dropout},
      {"ema", options.ema},
  };
  for (const auto& [flag, value] : probabilities) {
    INTERPRES_RETURN_IF_ERROR(CheckProbability(flag, value));
  }
  struct Limit {
    const char* flag;
    double value;
    double low;
  };
  const Limit limits[] = {
      {"r-drop", options.r_drop, 0},
      {"clip-norm", options.clip_norm, 0},
      {"shards", static_cast<double>(options.shards), 1},
      {"threads", static_cast<double>(options.threads), 1},
      {"subword-sampling", options.subword_alpha, 0},
      {"subword-nbest", static_cast<double>(options.subword_nbest), 2},
      {"accumulate", static_cast<double>(options.accumulate), 1},
      {"max-epochs", static_cast<double>(options.max_epochs), 0},
      {"max-minutes", options.max_seconds / 60.0, 0},
      {"patience", static_cast<double>(options.patience), 0},
      {"log-every", static_cast<double>(options.log_every), 1},
      {"validate-every", static_cast<double>(options.validate_every), 1},
      {"save-every", static_cast<double>(options.save_every), 1},
      {"average-last", static_cast<double>(options.average_last), 1},
      {"average-best", static_cast<double>(options.average_best), 0},
  };
  for (const Limit& limit : limits) {
    INTERPRES_RETURN_IF_ERROR(CheckAtLeast(limit.flag, limit.value, limit.low));
  }
  INTERPRES_RETURN_IF_ERROR(
      CheckAtMost("max-minutes", options.max_seconds / 60.0, kMostMinutes));
  INTERPRES_RETURN_IF_ERROR(
      CheckAtMost("threads", options.threads, kMostThreads));
  INTERPRES_RETURN_IF_ERROR(
      CheckAtMost("shards", static_cast<double>(options.shards), kMostShards));
  if (options.subword_alpha > 0.0) {
    INTERPRES_RETURN_IF_ERROR(
        CheckAtMost("subword-nbest", static_cast<double>(options.subword_nbest),
                    kMostSegmentations));
  }
  return CheckEnd(options);
}

std::string WarnAboutMean(const TrainerOptions& options) {
  const int64_t end = options.schedule.max_updates;
  const int64_t cooldown = options.schedule.cooldown;
  if (options.average_best > 0) {
    return "";
  }
  if (options.patience > 0) {
    return "patience ends the run some validations after its best one, and the "
           "checkpoint is then the mean of saves after the best one; give "
           "average-best for the mean of the best saves";
  }
  if (cooldown == 0) {
    return "";
  }
  // A run also saves after its last update.
  const int64_t saves = (end - 1) / options.save_every + 1;
  const int64_t saves_before = (end - cooldown) / options.save_every;
  const int64_t in_mean = std::min(options.average_last, saves);
  const int64_t in_cooldown = saves - saves_before;
  if (in_mean <= in_cooldown) {
    return "";
  }
  return absl::StrFormat(
      "the checkpoint is the mean of the last %d saves, and %d of them come "
      "before the cooldown, which makes the mean worse; lower average-last to "
      "at most %d",
      in_mean, in_mean - in_cooldown, in_cooldown);
}

std::string WarnAboutThreads(const TrainerOptions& options, int processes) {
  const int64_t shards = options.shards / processes;
  if (options.threads <= shards) {
    return "";
  }
  return absl::StrFormat(
      "only %d of %d threads compute gradients, because a thread computes "
      "whole shards; begin a run with --shards %d to use all threads",
      shards, options.threads, int64_t{options.threads} * processes);
}

absl::Status CheckShards(const TrainerOptions& options, int processes) {
  if (options.shards % processes == 0) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "shards is %d; expected a multiple of the number of processes (%d), "
      "which share the shards of each batch",
      options.shards, processes));
}

std::string_view StopReasonName(StopReason reason) {
  switch (reason) {
    case StopReason::kMaxUpdates:
      return "max-updates reached";
    case StopReason::kMaxEpochs:
      return "max-epochs reached";
    case StopReason::kMaxTime:
      return "max-minutes reached";
    case StopReason::kPatience:
      return "no better dev score for --patience validations";
    case StopReason::kSignal:
      return "stopped by a signal";
  }
  return "";
}

}  // namespace interpres
