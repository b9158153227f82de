#include "model/training/schedule.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_format.h"

namespace interpres {

std::string_view DecayName(Decay decay) {
  switch (decay) {
    case Decay::kInverseSqrt:
      return "inverse-sqrt";
    case Decay::kLinear:
      return "linear";
  }
  return "";
}

absl::StatusOr<Decay> ParseDecay(std::string_view name) {
  if (name == "inverse-sqrt") {
    return Decay::kInverseSqrt;
  }
  if (name == "linear") {
    return Decay::kLinear;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "decay is \"%s\"; expected inverse-sqrt or linear", std::string(name)));
}

absl::Status ValidateScheduleOptions(const ScheduleOptions& options) {
  if (!(options.learning_rate > 0.0) || options.learning_rate > 1.0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learning-rate is %g; expected above 0 and at most 1",
                        options.learning_rate));
  }
  if (options.warmup < 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "warmup is %d updates; expected at least 1", options.warmup));
  }
  if (options.cooldown < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "cooldown is %d updates; expected at least 0", options.cooldown));
  }
  if (options.max_updates < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max-updates is %d; expected at least 0", options.max_updates));
  }
  if (options.max_updates == 0 &&
      (options.cooldown > 0 || options.decay == Decay::kLinear)) {
    return absl::InvalidArgumentError(
        "--cooldown and --decay linear end at the last update: they need "
        "--max-updates");
  }
  if (options.cooldown > options.max_updates) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "cooldown is %d updates; expected at most max-updates (%d): a longer "
        "one lowers the rate of the first update",
        options.cooldown, options.max_updates));
  }
  if (options.decay == Decay::kLinear &&
      options.max_updates <= options.warmup) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max-updates is %d; with --decay linear it must exceed warmup (%d)",
        options.max_updates, options.warmup));
  }
  return absl::OkStatus();
}

double LearningRate(const ScheduleOptions& options, int64_t update) {
  const auto u = static_cast<double>(update);
  const auto warmup = static_cast<double>(options.warmup);
  const auto last = static_cast<double>(options.max_updates);
  double factor = 1.0;
  if (update < options.warmup) {
    factor = u / warmup;
  } else if (options.decay == Decay::kInverseSqrt) {
    factor = std::sqrt(warmup / u);
  } else {
    factor = std::max(0.0, (last - u) / (last - warmup));
  }
  if (options.cooldown > 0) {
    const double left =
        (last - u + 1.0) / static_cast<double>(options.cooldown);
    factor *= std::clamp(left, 0.0, 1.0);
  }
  return options.learning_rate * factor;
}

}  // namespace interpres
