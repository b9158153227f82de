#include "model/training/run_model.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "model/checkpoint/model_directory.h"
#include "model/training/model_settings.h"
#include "model/training/state_archive.h"

namespace interpres {
namespace {

// Settings, the place where they were found, and why no others are possible.
struct FoundSettings {
  ModelSettings settings;
  std::string where;
  std::string reason;
};

// Returns null if the run must rely on options.model.
absl::StatusOr<std::optional<FoundSettings>> FindSettings(
    const TrainingRunOptions& options) {
  const std::filesystem::path stored = ModelSettingsPath(options);
  const bool resumed = HasState(options.trainer);
  if (resumed && std::filesystem::exists(stored)) {
    INTERPRES_ASSIGN_OR_RETURN(const StateArchive archive,
                               ReadStateArchive(stored));
    INTERPRES_ASSIGN_OR_RETURN(ModelSettings settings,
                               ParseModelSettings(archive.entries));
    return FoundSettings{settings, "the run in " + stored.string(),
                         "a resumed run keeps its network (--fresh starts "
                         "over)"};
  }
  const std::filesystem::path& checkpoint = options.initial_checkpoint;
  // The state of an older version, and a checkpoint that is elsewhere.
  const bool elsewhere = resumed && !std::filesystem::exists(checkpoint);
  if (checkpoint.empty() || elsewhere) {
    return std::nullopt;
  }
  INTERPRES_ASSIGN_OR_RETURN(const ModelDirectory directory,
                             ReadModelDirectory(checkpoint));
  return FoundSettings{SettingsOf(directory.description.config),
                       "the checkpoint of --init " + checkpoint.string(),
                       "--init brings its network along"};
}

absl::Status CheckAgainst(const TrainingRunOptions& options,
                          const FoundSettings& found) {
  std::vector<std::string> parts;
  for (const SettingDifference& difference :
       DifferencesOf(options.model_settings, found.settings)) {
    parts.push_back(absl::StrCat(difference.flag, " is ", difference.given,
                                 " but ", found.where, " has ",
                                 difference.found));
  }
  if (parts.empty()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      absl::StrJoin(parts, "; "),
      "; leave these flags and --preset out, because ", found.reason));
}

// The network of the leader.
absl::StatusOr<ModelSettings> ChooseSettings(
    const TrainingRunOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(const std::optional<FoundSettings> found,
                             FindSettings(options));
  if (!found.has_value()) {
    return SettingsOf(options.model);
  }
  INTERPRES_RETURN_IF_ERROR(CheckAgainst(options, *found));
  return WithSettingsOf(options.model_settings, found->settings);
}

std::string ToText(const ModelSettings& settings) {
  return absl::StrJoin(ToEntries(settings), "\n", absl::PairFormatter("="));
}

absl::StatusOr<ModelSettings> FromText(const std::string& text) {
  StateEntries entries;
  for (const auto line : absl::StrSplit(text, '\n')) {
    const std::pair<std::string, std::string> entry =
        absl::StrSplit(line, absl::MaxSplits('=', 1));
    entries.insert(entry);
  }
  return ParseModelSettings(entries);
}

}  // namespace

std::filesystem::path ModelSettingsPath(const TrainingRunOptions& options) {
  return options.trainer.state_directory / "model.state";
}

absl::StatusOr<ModelConfig> ObtainModel(const TrainingRunOptions& options,
                                        const ProcessGroup& group) {
  const absl::StatusOr<ModelSettings> chosen =
      group.leads() ? ChooseSettings(options) : ModelSettings();
  INTERPRES_RETURN_IF_ERROR(group.FirstError(chosen.status()));
  std::string text = ToText(*chosen);
  group.Broadcast(text);
  INTERPRES_ASSIGN_OR_RETURN(const ModelSettings settings, FromText(text));
  return WithSettings(options.model, settings);
}

absl::Status StoreModel(const TrainingRunOptions& options,
                        const ModelConfig& model) {
  return WriteStateArchive(ModelSettingsPath(options),
                           ToEntries(SettingsOf(model)), {});
}

}  // namespace interpres
