// The learning rate of each update.

#ifndef INTERPRES_MODEL_TRAINING_SCHEDULE_H_
#define INTERPRES_MODEL_TRAINING_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// How the learning rate falls after the warm-up, in addition to the cooldown.
enum class Decay {
  // After the warm-up, the rate is learning_rate * sqrt(warmup / update):
  // "Attention Is All You Need", section 5.3.
  kInverseSqrt,
  // After the warm-up, the rate falls linearly and is zero at update
  // max_updates. Better than kInverseSqrt for a fixed, short budget.
  kLinear,
};

// Returns "inverse-sqrt" or "linear".
std::string_view DecayName(Decay decay);
// Returns the decay with the name "inverse-sqrt" or "linear". Returns
// INVALID_ARGUMENT for another name.
absl::StatusOr<Decay> ParseDecay(std::string_view name);

// Options of the learning rate.
struct ScheduleOptions {
  // Learning rate at the end of the warm-up; above 0, at most 1.
  double learning_rate = 5e-4;
  // Number of updates over which the rate grows linearly from 0; at least 1.
  int64_t warmup = 4000;
  Decay decay = Decay::kInverseSqrt;
  // Number of final updates with a cooldown; at least 0. The cooldown
  // multiplies the rate of `decay` by a factor that falls linearly from 1. At
  // the last update, the factor is 1 / cooldown. 0 disables the cooldown.
  int64_t cooldown = 0;
  // Last update of the run. 0 means unlimited. kLinear requires a value above
  // `warmup`. A cooldown requires a value above 0.
  int64_t max_updates = 0;
};

// Returns INVALID_ARGUMENT if an option is out of range, or if max_updates is
// too small for kLinear or the cooldown. The message names the option and the
// requirement.
absl::Status ValidateScheduleOptions(const ScheduleOptions& options);

// Returns the learning rate of `update`, counted from 1. With kLinear, returns
// 0 at max_updates and after it. With a cooldown, returns 0 after max_updates.
// REQUIRES: ValidateScheduleOptions(options) succeeds.
double LearningRate(const ScheduleOptions& options, int64_t update);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SCHEDULE_H_
