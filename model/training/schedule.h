// The learning rate of each update.

#ifndef INTERPRES_MODEL_TRAINING_SCHEDULE_H_
#define INTERPRES_MODEL_TRAINING_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// The decay of the learning rate after the warm-up.
enum class Decay {
  // learning_rate * sqrt(warmup / update): "Attention Is All You Need", section
  // 5.3.
  kInverseSqrt,
  // Falls linearly to zero at the last update. Better than kInverseSqrt for a
  // fixed, short budget.
  kLinear,
};

// Returns "inverse-sqrt" or "linear".
std::string_view DecayName(Decay decay);
// The inverse of DecayName. Returns INVALID_ARGUMENT for another name.
absl::StatusOr<Decay> ParseDecay(std::string_view name);

// Options of the learning rate.
struct ScheduleOptions {
  // Learning rate at the end of the warm-up.
  double learning_rate = 5e-4;
  // Number of updates over which the rate grows linearly from 0; at least 1.
  int64_t warmup = 4000;
  Decay decay = Decay::kInverseSqrt;
  // Number of final updates over which the rate also falls linearly to zero, in
  // addition to `decay`. 0 disables the cooldown.
  int64_t cooldown = 0;
  // Last update of the run. 0 means unlimited. kLinear and a cooldown require a
  // limit.
  int64_t max_updates = 0;
};

// Returns INVALID_ARGUMENT if an option is out of range. The message names the
// option, its value and the allowed values.
absl::Status ValidateScheduleOptions(const ScheduleOptions& options);

// Returns the learning rate of `update`, counted from 1. Returns 0 after
// max_updates with kLinear.
double LearningRate(const ScheduleOptions& options, int64_t update);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SCHEDULE_H_
