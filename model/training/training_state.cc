#include "model/training/training_state.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr char kCounterPrefix[] = "counter.";
constexpr char kSettingPrefix[] = "setting.";

// Visits every counter once, so that the writer and the reader cannot differ.
template <typename Counters, typename Visitor>
void VisitCounters(Counters& counters, Visitor visit) {
  visit("update", counters.update);
  visit("epoch", counters.epoch);
  visit("batch", counters.batch);
  visit("source_tokens", counters.source_tokens);
  visit("target_tokens", counters.target_tokens);
  visit("skipped_updates", counters.skipped_updates);
  visit("seconds", counters.seconds);
  visit("best_dev_loss", counters.best_dev_loss);
  visit("best_score", counters.best_score);
  visit("validations_without_gain", counters.validations_without_gain);
  visit("gradient_norm", counters.gradient_norm);
  visit("skipped_in_a_row", counters.skipped_in_a_row);
  visit("window_updates", counters.window_updates);
  visit("window_source_tokens", counters.window_source_tokens);
  visit("window_target_tokens", counters.window_target_tokens);
  visit("window_smoothed_loss", counters.window_smoothed_loss);
  visit("window_nll", counters.window_nll);
  visit("window_seconds", counters.window_seconds);
}

std::string Spell(int64_t value) { return absl::StrFormat("%d", value); }
// 17 digits bring every double back exactly.
std::string Spell(double value) { return absl::StrFormat("%.17g", value); }

bool Parse(const std::string& text, int64_t& value) {
  return absl::SimpleAtoi(text, &value);
}
bool Parse(const std::string& text, double& value) {
  return absl::SimpleAtod(text, &value);
}

absl::StatusOr<StateArchive> ReadArchive(const std::filesystem::path& path) {
  absl::StatusOr<StateArchive> archive = ReadStateArchive(path);
  if (absl::IsDataLoss(archive.status())) {
    return absl::DataLossError(
        absl::StrCat(archive.status().message(),
                     "; the training state cannot be resumed (--fresh starts "
                     "over)"));
  }
  return archive;
}

absl::Status CompareSettings(const std::filesystem::path& path,
                             const StateEntries& entries,
                             const StateEntries& settings) {
  std::string differences;
  for (const auto& [name, value] : settings) {
    const auto found = entries.find(kSettingPrefix + name);
    const std::string old = found == entries.end()
                                ? "not recorded (by an older interpres-train)"
                                : found->second;
    if (old != value) {
      absl::StrAppendFormat(&differences, "%s%s is %s here but was %s",
                            differences.empty() ? "" : "; ", name, value, old);
    }
  }
  if (differences.empty()) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: this run was started with other settings: %s. Resume with the same "
      "ones, start over with --fresh, or begin another run with the checkpoint "
      "of this one as --init",
      path.string(), differences));
}

}  // namespace

absl::Status WriteTrainingState(const std::filesystem::path& path,
                                const TrainingState& state,
                                const StateEntries& settings) {
  StateEntries entries;
  VisitCounters(state.counters, [&](const char* name, const auto& value) {
    entries[std::string(kCounterPrefix) + name] = Spell(value);
  });
  for (const auto& [name, value] : settings) {
    entries[kSettingPrefix + name] = value;
  }
  std::vector<std::span<const float>> arrays = {state.parameters.span(),
                                                state.first_moments.span(),
                                                state.second_moments.span()};
  if (state.moving_average.size() > 0) {
    arrays.push_back(state.moving_average.span());
  }
  return WriteStateArchive(path, entries, arrays);
}

absl::Status CheckStateSettings(const std::filesystem::path& path,
                                const StateEntries& settings) {
  INTERPRES_ASSIGN_OR_RETURN(const StateArchive archive, ReadArchive(path));
  return CompareSettings(path, archive.entries, settings);
}

absl::StatusOr<TrainingState> ReadTrainingState(
    const std::filesystem::path& path, const StateEntries& settings,
    int64_t parameters) {
  INTERPRES_ASSIGN_OR_RETURN(StateArchive archive, ReadArchive(path));
  INTERPRES_RETURN_IF_ERROR(CompareSettings(path, archive.entries, settings));
  TrainingState state;
  std::string bad;
  VisitCounters(state.counters, [&](const char* name, auto& value) {
    const auto found = archive.entries.find(std::string(kCounterPrefix) + name);
    if (found == archive.entries.end() || !Parse(found->second, value)) {
      bad = name;
    }
  });
  const std::size_t arrays = archive.arrays.size();
  if (!bad.empty() || arrays < 3 || arrays > 4) {
    return absl::DataLossError(
        absl::StrFormat("%s: not a training state (counter \"%s\", %d arrays)",
                        path.string(), bad, arrays));
  }
  for (const AlignedBuffer<float>& array : archive.arrays) {
    if (array.size() != parameters) {
      return absl::FailedPreconditionError(
          absl::StrFormat("%s: holds %d parameters, but this model has %d",
                          path.string(), array.size(), parameters));
    }
  }
  state.parameters = std::move(archive.arrays[0]);
  state.first_moments = std::move(archive.arrays[1]);
  state.second_moments = std::move(archive.arrays[2]);
  if (arrays == 4) {
    state.moving_average = std::move(archive.arrays[3]);
  }
  return state;
}

}  // namespace interpres
