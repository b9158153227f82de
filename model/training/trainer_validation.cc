#include "model/training/trainer_validation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/base/status.h"
#include "model/training/progress.h"

namespace interpres {

TrainerValidation::TrainerValidation(const TrainerOptions& options,
                                     const TrainerHooks& hooks,
                                     GradientShards& shards,
                                     TrainingClock& clock,
                                     std::vector<TrainingBatch> batches)
    : options_(options),
      hooks_(hooks),
      shards_(shards),
      clock_(clock),
      batches_(std::move(batches)) {}

absl::StatusOr<double> TrainerValidation::Score(
    std::span<const float> weights, const TrainingCounters& counters,
    double loss) const {
  double score = -loss;
  if (options_.metric != Metric::kLoss) {
    INTERPRES_ASSIGN_OR_RETURN(score, hooks_.score_model(weights, counters));
  }
  return std::isnan(score) ? -std::numeric_limits<double>::infinity() : score;
}

void TrainerValidation::Report(const TrainingCounters& counters,
                               double loss) const {
  ValidationRecord record = {.update = counters.update,
                             .loss = loss,
                             .best_loss = counters.best_dev_loss,
                             .total_seconds = clock_.Seconds()};
  if (options_.metric != Metric::kLoss) {
    record.metric = MetricName(options_.metric);
    record.score = score_;
    record.best_score = counters.best_score;
  }
  hooks_.say(FormatValidationLine(record));
  hooks_.log(FormatValidationJson(record));
}

absl::Status TrainerValidation::Validate(std::span<const float> weights,
                                         TrainingCounters& counters) {
  if (batches_.empty()) {
    return absl::OkStatus();
  }
  const double begin = clock_.Seconds();
  const LossSums sums =
      shards_.Evaluate(weights, batches_, options_.label_smoothing);
  const double loss =
      sums.negative_log_likelihood / static_cast<double>(sums.target_tokens);
  counters.best_dev_loss = std::min(counters.best_dev_loss, loss);
  INTERPRES_ASSIGN_OR_RETURN(score_, Score(weights, counters, loss));
  update_ = counters.update;
  if (score_ > counters.best_score) {
    counters.best_score = score_;
    counters.validations_without_gain = 0;
  } else if (counters.update > session_begin_) {
    ++counters.validations_without_gain;
  }
  Report(counters, loss);
  if (options_.metric == Metric::kLoss && hooks_.sample_model != nullptr) {
    hooks_.sample_model(weights, counters);
  }
  clock_.LeaveOutSince(begin);
  return absl::OkStatus();
}

}  // namespace interpres
