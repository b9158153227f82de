#include "server/registry/usual_lengths.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/base/within_memory.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/coverage.h"
#include "model/engine/length_ratio.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

// A model of many languages is not measured in all of them, because the first
// answer must not take minutes.
constexpr std::size_t kMostDirections = 8;

// Returns the directions whose lengths matter.
std::span<const LanguageDirection> Directions(const TranslationModel& model) {
  // The lengths of a few pairs say nothing about thousands of others.
  if (model.tokenizer().HasSourceTags()) {
    return {};
  }
  const std::span<const LanguageDirection> all = model.directions();
  return all.first(std::min(all.size(), kMostDirections));
}

// Returns 0, for unknown, after an error.
double RatioOf(const TranslationModel& model,
               const LanguageDirection& direction) {
  const absl::StatusOr<double> ratio = WithinMemory(
      absl::ResourceExhaustedError("not enough memory for short translations"),
      [&] { return MeasureLengthRatio(model, direction); });
  if (!ratio.ok()) {
    Log(LogLevel::kError, "the usual length of translations is unknown",
        {{"target_language", direction.target},
         {"error", std::string(ratio.status().message())}});
  }
  return ratio.value_or(0.0);
}

}  // namespace

UsualLengths::UsualLengths(const TranslationModel& model) {
  for (const LanguageDirection& direction : Directions(model)) {
    ratios_[direction.target] =
        UsualLengthRatio(model.card(), model.tokenizer(), direction.target);
  }
}

void UsualLengths::Measure(const TranslationModel& model) {
  std::call_once(measured_, [&] {
    for (const LanguageDirection& direction : Directions(model)) {
      std::atomic<double>& ratio = ratios_.at(direction.target);
      ratio = ratio > 0.0 ? ratio.load() : RatioOf(model, direction);
    }
  });
}

const std::atomic<double>* UsualLengths::Find(
    const std::string& target_language) const {
  const auto found = ratios_.find(target_language);
  return found == ratios_.end() ? nullptr : &found->second;
}

}  // namespace interpres
