// The learning rate of each update.

#ifndef INTERPRES_MODEL_TRAINING_SCHEDULE_H_
#define INTERPRES_MODEL_TRAINING_SCHEDULE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace interpres {

// What follows the warm-up.
enum class Decay {
  // peak * sqrt(warmup / update): "Attention Is All You Need", section 5.3.
  kInverseSqrt,
  // Straight to zero at the last update: the better use of a fixed, short
  // budget.
  kLinear,
};

// "inverse-sqrt", "linear".
std::string_view DecayName(Decay decay);
absl::StatusOr<Decay> ParseDecay(std::string_view name);

struct ScheduleOptions {
  // The rate at the end of the warm-up.
  double learning_rate = 5e-4;
  // Updates of linear growth from 0; at least 1.
  int64_t warmup = 4000;
  Decay decay = Decay::kInverseSqrt;
  // The last updates of the run, over which the rate falls linearly to zero on
  // top of `decay`. 0: none.
  int64_t cooldown = 0;
  // The planned end of the run; 0: open. kLinear and a cooldown need it.
  int64_t max_updates = 0;
};

// INVALID_ARGUMENT with the option, the value found and what is allowed.
absl::Status ValidateScheduleOptions(const ScheduleOptions& options);

// The rate of an update, counted from 1. Zero after max_updates under kLinear.
double LearningRate(const ScheduleOptions& options, int64_t update);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_SCHEDULE_H_
