// How the trainer judges its weights, and what it saves of them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/adam.h"
#include "model/training/progress.h"
#include "model/training/trainer.h"

namespace interpres {

std::span<const float> Trainer::Weights() const {
  return options_.ema > 0.0 ? state_.moving_average.span()
                            : state_.parameters.span();
}

absl::StatusOr<double> Trainer::Score(double dev_loss) {
  double score = -dev_loss;
  if (options_.metric != Metric::kLoss) {
    INTERPRES_ASSIGN_OR_RETURN(score,
                               hooks_.score_model(Weights(), state_.counters));
  }
  return std::isnan(score) ? -std::numeric_limits<double>::infinity() : score;
}

absl::Status Trainer::Validate() {
  if (dev_batches_.empty()) {
    return absl::OkStatus();
  }
  TrainingCounters& counters = state_.counters;
  const double begin = SecondsNow();
  const LossSums sums =
      shards_.Evaluate(Weights(), dev_batches_, options_.label_smoothing);
  const double loss =
      sums.negative_log_likelihood / static_cast<double>(sums.target_tokens);
  counters.best_dev_loss = std::min(counters.best_dev_loss, loss);
  INTERPRES_ASSIGN_OR_RETURN(validated_score_, Score(loss));
  validated_update_ = counters.update;
  if (validated_score_ > counters.best_score) {
    counters.best_score = validated_score_;
    counters.validations_without_gain = 0;
  } else if (counters.update > started_update_) {
    // A finished run that is started again validates the same weights again.
    ++counters.validations_without_gain;
  }
  ValidationRecord record = {.update = counters.update,
                             .loss = loss,
                             .best_loss = counters.best_dev_loss,
                             .total_seconds = SecondsNow()};
  if (options_.metric != Metric::kLoss) {
    record.metric = MetricName(options_.metric);
    record.score = validated_score_;
    record.best_score = counters.best_score;
  }
  hooks_.say(FormatValidationLine(record));
  hooks_.log(FormatValidationJson(record));
  // Validation and saving are no part of the training speed.
  window_begin_ += SecondsNow() - begin;
  return absl::OkStatus();
}

absl::Status Trainer::CheckWeights() const {
  if (std::isfinite(SumOfSquares(Weights()))) {
    return absl::OkStatus();
  }
  return absl::InternalError(absl::StrFormat(
      "update %d: the weights are not finite and were not saved; a lower "
      "--learning-rate may help",
      state_.counters.update));
}

absl::Status Trainer::SaveModel() {
  const auto average = snapshots_.Average(state_.counters.update);
  INTERPRES_RETURN_IF_ERROR(average.status());
  return hooks_.save_model(average->span(), state_.counters);
}

// The state comes last: whatever a kill interrupts before it is done again by
// the resumed run, with the same bytes. Only then do old snapshots go, which a
// run that resumes from the state before may still need.
absl::Status Trainer::SaveAll() {
  INTERPRES_RETURN_IF_ERROR(CheckWeights());
  const bool judge = options_.average_best > 0;
  if (judge && validated_update_ != state_.counters.update) {
    INTERPRES_RETURN_IF_ERROR(Validate());
  }
  const double begin = SecondsNow();
  INTERPRES_RETURN_IF_ERROR(snapshots_.Add(
      state_.counters.update, judge ? validated_score_ : 0.0, Weights()));
  INTERPRES_RETURN_IF_ERROR(SaveModel());
  window_begin_ += SecondsNow() - begin;
  const double state_begin = SecondsNow();
  INTERPRES_RETURN_IF_ERROR(SaveState());
  last_saved_update_ = state_.counters.update;
  INTERPRES_RETURN_IF_ERROR(snapshots_.RemoveBeyond());
  window_begin_ += SecondsNow() - state_begin;
  return absl::OkStatus();
}

}  // namespace interpres
