#include "model/training/trainer_group.h"

#include <array>
#include <string>

#include "absl/strings/str_format.h"
#include "model/training/run_settings.h"
#include "xxhash.h"

namespace interpres {

absl::Status CheckSameSettings(const ProcessGroup& group,
                               const TrainerOptions& options,
                               const ParameterLayout& layout,
                               const ExampleSet& train) {
  if (group.size() == 1) {
    return absl::OkStatus();
  }
  std::string mine;
  for (const StateEntries& settings :
       {RunSettings(options, layout, train), ScheduleSettings(options)}) {
    for (const auto& [name, value] : settings) {
      absl::StrAppendFormat(&mine, "%s is %s\n", name, value);
    }
  }
  std::string leaders = mine;
  group.Broadcast(leaders);
  if (leaders == mine) {
    return group.FirstError(absl::OkStatus());
  }
  return group.FirstError(absl::FailedPreconditionError(absl::StrFormat(
      "its settings or its data differ from process 0. Here:\n%s"
      "there:\n%s"
      "All processes need the same flags and the same files",
      mine, leaders)));
}

void ShareState(const ProcessGroup& group, TrainingState& state) {
  if (group.size() == 1) {
    return;
  }
  group.BroadcastValue(state.counters);
  for (AlignedBuffer<float>* array :
       {&state.parameters, &state.first_moments, &state.second_moments,
        &state.moving_average}) {
    int64_t size = array->size();
    group.BroadcastValue(size);
    if (array->size() != size) {
      *array = AlignedBuffer<float>(size);
    }
    group.Broadcast(std::as_writable_bytes(array->span()));
  }
}

// Every process adds the same gradients to the same weights. Only the MPI
// library and equal machines keep the weights the same, so they are checked.
absl::Status CheckSameWeights(const ProcessGroup& group,
                              const TrainingState& state) {
  if (group.size() == 1) {
    return absl::OkStatus();
  }
  const std::span<const float> weights = state.parameters.span();
  const uint64_t mine = XXH3_64bits(weights.data(), weights.size_bytes());
  uint64_t leaders = mine;
  group.BroadcastValue(leaders);
  return group.FirstError(
      leaders == mine
          ? absl::OkStatus()
          : absl::InternalError(absl::StrFormat(
                "after update %d its weights differ from process 0. All "
                "machines need the same program and kind of CPU; resume from "
                "the last save",
                state.counters.update)));
}

void SumOverGroup(const ProcessGroup& group, std::span<float> gradients,
                  UpdateSums& sums) {
  if (group.size() == 1) {
    return;
  }
  group.Sum(gradients);
  std::array<double, 4> values = {sums.loss.smoothed_loss,
                                  sums.loss.negative_log_likelihood,
                                  static_cast<double>(sums.loss.target_tokens),
                                  static_cast<double>(sums.source_tokens)};
  group.Sum(values);
  sums = {.loss = {.smoothed_loss = values[0],
                   .negative_log_likelihood = values[1],
                   .target_tokens = static_cast<int64_t>(values[2])},
          .source_tokens = static_cast<int64_t>(values[3])};
}

}  // namespace interpres
