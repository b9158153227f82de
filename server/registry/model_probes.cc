#include "server/registry/model_probes.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/base/within_memory.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/coverage.h"
#include "model/engine/length_ratio.h"
#include "model/engine/sentinel_probe.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

// A model of many languages is not probed in all of them, because the first
// answer must not take minutes.
constexpr std::size_t kMostDirections = 8;

// Returns the directions that are probed.
std::span<const LanguageDirection> Directions(const TranslationModel& model) {
  // A few pairs say nothing about thousands of others.
  if (model.tokenizer().HasSourceTags()) {
    return {};
  }
  const std::span<const LanguageDirection> all = model.directions();
  return all.first(std::min(all.size(), kMostDirections));
}

// Returns what `probe` finds, or `unknown` after an error.
template <typename T>
T Probe(std::string_view property, const LanguageDirection& direction,
        T unknown, absl::FunctionRef<absl::StatusOr<T>()> probe) {
  const absl::StatusOr<T> result = WithinMemory(
      absl::ResourceExhaustedError("not enough memory for short translations"),
      probe);
  if (!result.ok()) {
    Log(LogLevel::kError, "a property of the translations is unknown",
        {{"property", std::string(property)},
         {"target_language", direction.target},
         {"error", std::string(result.status().message())}});
  }
  return result.value_or(unknown);
}

}  // namespace

ModelProbes::ModelProbes(const TranslationModel& model) {
  for (const LanguageDirection& direction : Directions(model)) {
    results_[direction.target].length_ratio =
        UsualLengthRatio(model.card(), model.tokenizer(), direction.target);
  }
}

void ModelProbes::Run(const TranslationModel& model) {
  std::call_once(once_, [&] {
    for (const LanguageDirection& direction : Directions(model)) {
      ProbeDirection(model, direction);
    }
  });
}

void ModelProbes::ProbeDirection(const TranslationModel& model,
                                 const LanguageDirection& direction) {
  Results& results = results_.at(direction.target);
  if (results.length_ratio == 0.0) {
    results.length_ratio = Probe<double>("usual length", direction, 0.0, [&] {
      return MeasureLengthRatio(model, direction);
    });
  }
  if (results.sentinels == SentinelForm::kNone) {
    results.sentinels = Probe<SentinelForm>(
        "copied sentinels", direction, SentinelForm::kNone,
        [&] { return FindCopiedSentinels(model, direction); });
  }
}

const ModelProbes::Results* ModelProbes::Find(
    const std::string& target_language) const {
  const auto found = results_.find(target_language);
  return found == results_.end() ? nullptr : &found->second;
}

const std::atomic<double>* ModelProbes::LengthRatio(
    const std::string& target_language) const {
  const Results* results = Find(target_language);
  return results == nullptr ? nullptr : &results->length_ratio;
}

const std::atomic<SentinelForm>* ModelProbes::Sentinels(
    const std::string& target_language) const {
  const Results* results = Find(target_language);
  return results == nullptr ? nullptr : &results->sentinels;
}

}  // namespace interpres
