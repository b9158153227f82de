#include "server/registry/model_probes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

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

// Sets `property` to what `probe` finds. Logs an error and returns false.
template <typename T>
bool Probe(std::string_view name, const LanguageDirection& direction,
           std::atomic<T>& property,
           absl::FunctionRef<absl::StatusOr<T>()> probe) {
  const absl::StatusOr<T> result = WithinMemory(
      absl::ResourceExhaustedError("not enough memory for short translations"),
      probe);
  if (!result.ok()) {
    Log(LogLevel::kError, "a property of the translations is unknown",
        {{"property", name},
         {"target_language", direction.target},
         {"error", std::string(result.status().message())}});
    return false;
  }
  property = *result;
  return true;
}

}  // namespace

ModelProbes::ModelProbes(const TranslationModel& model, ProbeFile file)
    : file_(std::move(file)) {
  for (const LanguageDirection& direction : Directions(model)) {
    results_[direction.target].length_ratio =
        UsualLengthRatio(model.card(), model.tokenizer(), direction.target);
  }
  const std::optional<ProbeResults> stored = file_.Read();
  stored_ = stored && TakeResults(*stored);
}

void ModelProbes::Run(const TranslationModel& model) {
  std::call_once(once_, [&] {
    if (stored_) {
      return;
    }
    bool complete = true;
    for (const LanguageDirection& direction : Directions(model)) {
      complete = ProbeDirection(model, direction) && complete;
    }
    if (complete && !results_.empty()) {
      WriteResults();
    }
  });
}

bool ModelProbes::ProbeDirection(const TranslationModel& model,
                                 const LanguageDirection& direction) {
  Results& results = results_.at(direction.target);
  const bool has_length =
      results.length_ratio > 0.0 ||
      Probe<double>("usual length", direction, results.length_ratio,
                    [&] { return MeasureLengthRatio(model, direction); });
  const bool has_sentinels =
      results.sentinels != SentinelForm::kNone ||
      Probe<SentinelForm>(
          "copied sentinels", direction, results.sentinels,
          [&] { return FindCopiedSentinels(model, direction); });
  return has_length && has_sentinels;
}

bool ModelProbes::TakeResults(const ProbeResults& stored) {
  for (const auto& [language, results] : results_) {
    if (!stored.contains(language)) {
      return false;
    }
  }
  for (auto& [language, results] : results_) {
    results.length_ratio = stored.at(language).length_ratio;
    results.sentinels = stored.at(language).sentinels;
  }
  return true;
}

void ModelProbes::WriteResults() const {
  ProbeResults found;
  for (const auto& [language, results] : results_) {
    found[language] = {.length_ratio = results.length_ratio,
                       .sentinels = results.sentinels};
  }
  const absl::Status written = file_.Write(found);
  if (!written.ok()) {
    Log(LogLevel::kInfo, "what was found about a model stays in memory only",
        {{"error", std::string(written.message())}});
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
