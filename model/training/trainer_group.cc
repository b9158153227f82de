// What the trainers of several processes tell each other. Alone they tell
// nobody.

#include <array>
#include <cstring>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/training/run_settings.h"
#include "model/training/trainer.h"
#include "xxhash.h"

namespace interpres {

absl::Status Trainer::CheckSameSettings() const {
  if (group_.size() == 1) {
    return absl::OkStatus();
  }
  std::string mine;
  for (const StateEntries& settings :
       {RunSettings(options_, layout_, data_.train),
        ScheduleSettings(options_)}) {
    for (const auto& [name, value] : settings) {
      absl::StrAppendFormat(&mine, "%s is %s\n", name, value);
    }
  }
  std::string leaders = mine;
  group_.Broadcast(leaders);
  if (leaders == mine) {
    return group_.FirstError(absl::OkStatus());
  }
  return group_.FirstError(absl::FailedPreconditionError(absl::StrFormat(
      "its settings or its data differ from those of process 0. Here:\n%s"
      "there:\n%s"
      "All processes need the same flags and the same files",
      mine, leaders)));
}

void Trainer::ShareState() {
  if (group_.size() == 1) {
    return;
  }
  group_.BroadcastValue(state_.counters);
  for (AlignedBuffer<float>* array :
       {&state_.parameters, &state_.first_moments, &state_.second_moments,
        &state_.moving_average}) {
    int64_t size = array->size();
    group_.BroadcastValue(size);
    if (array->size() != size) {
      *array = AlignedBuffer<float>(size);
    }
    group_.Broadcast(std::as_writable_bytes(array->span()));
  }
}

// Every process adds the same gradients to the same weights. That they stay the
// same is a promise of the MPI library and of equal machines, so it is checked.
absl::Status Trainer::CheckSameWeights() const {
  if (group_.size() == 1) {
    return absl::OkStatus();
  }
  const std::span<const float> weights = state_.parameters.span();
  const uint64_t mine = XXH3_64bits(weights.data(), weights.size_bytes());
  uint64_t leaders = mine;
  group_.BroadcastValue(leaders);
  return group_.FirstError(
      leaders == mine
          ? absl::OkStatus()
          : absl::InternalError(absl::StrFormat(
                "after update %d its weights differ from those of process 0: "
                "all machines need the same program and kind of CPU; resume "
                "from the last save",
                state_.counters.update)));
}

// The clocks, scores and signals of the others do not count.
std::optional<StopReason> Trainer::LeadersReason(
    std::optional<StopReason> reason) const {
  group_.BroadcastValue(reason);
  return reason;
}

void Trainer::SumOverGroup(UpdateSums& sums) {
  if (group_.size() == 1) {
    return;
  }
  group_.Sum(shards_.gradients());
  std::array<double, 4> values = {sums.loss.smoothed_loss,
                                  sums.loss.negative_log_likelihood,
                                  static_cast<double>(sums.loss.target_tokens),
                                  static_cast<double>(sums.source_tokens)};
  group_.Sum(values);
  sums = {.loss = {.smoothed_loss = values[0],
                   .negative_log_likelihood = values[1],
                   .target_tokens = static_cast<int64_t>(values[2])},
          .source_tokens = static_cast<int64_t>(values[3])};
}

}  // namespace interpres
