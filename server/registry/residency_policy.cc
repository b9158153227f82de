#include "server/registry/residency_policy.h"

#include <algorithm>

#include "absl/functional/function_ref.h"

namespace interpres {
namespace {

using Action = ResidencyStep::Action;
using Predicate = absl::FunctionRef<bool(const ResidencyState&)>;

// Returns the index of the model with the lowest time among those that match.
// Null if none matches.
std::optional<std::size_t> Earliest(
    std::span<const ResidencyState> models, Predicate matches,
    absl::FunctionRef<TimePoint(const ResidencyState&)> time) {
  std::optional<std::size_t> earliest;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (matches(models[i]) &&
        (!earliest || time(models[i]) < time(models[*earliest]))) {
      earliest = i;
    }
  }
  return earliest;
}

TimePoint LastUsed(const ResidencyState& model) { return model.last_used; }

std::optional<std::size_t> FirstWaiting(
    std::span<const ResidencyState> models) {
  return Earliest(
      models,
      [](const ResidencyState& model) {
        return !model.is_resident && model.waiting_since.has_value();
      },
      [](const ResidencyState& model) { return *model.waiting_since; });
}

std::optional<std::size_t> FindClosed(std::span<const ResidencyState> models) {
  return Earliest(
      models,
      [](const ResidencyState& model) {
        return model.is_resident && model.is_closed;
      },
      LastUsed);
}

// The step that brings the number of resident models nearer to the limit.
ResidencyStep MakeRoom(std::span<const ResidencyState> models) {
  const auto is_idle = [](const ResidencyState& model) {
    return model.is_resident && model.is_idle;
  };
  if (const auto idle = Earliest(models, is_idle, LastUsed)) {
    return {.action = Action::kUnload, .model = *idle};
  }
  const auto is_resident = [](const ResidencyState& model) {
    return model.is_resident;
  };
  const auto busy = Earliest(models, is_resident, LastUsed);
  if (busy && !FindClosed(models)) {
    return {.action = Action::kCloseTurn, .model = *busy};
  }
  return {};
}

}  // namespace

ResidencyStep NextResidencyStep(std::span<const ResidencyState> models,
                                int64_t max_resident) {
  const int64_t resident = std::ranges::count_if(
      models, [](const ResidencyState& model) { return model.is_resident; });
  const std::optional<std::size_t> waiting = FirstWaiting(models);
  if (resident > max_resident || (resident == max_resident && waiting)) {
    return MakeRoom(models);
  }
  if (const auto closed = FindClosed(models)) {
    return {.action = Action::kOpenTurn, .model = *closed};
  }
  if (waiting) {
    return {.action = Action::kLoad, .model = *waiting};
  }
  return {};
}

}  // namespace interpres
