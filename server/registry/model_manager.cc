#include "server/registry/model_manager.h"

#include <algorithm>
#include <future>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "server/base/logging.h"

namespace interpres {
namespace {

absl::Status Stopped() {
  return absl::AbortedError("the server is shutting down");
}

std::string Join(const std::vector<absl::Status>& rejections) {
  return absl::StrJoin(rejections, "; ",
                       [](std::string* out, const absl::Status& status) {
                         absl::StrAppend(out, status.message());
                       });
}

bool Holds(const FoundModel& found, std::optional<int64_t> number) {
  return std::any_of(found.candidates.begin(), found.candidates.end(),
                     [number](const ModelLocation& candidate) {
                       return candidate.number == number;
                     });
}

// Returns whether the candidate is the served version or a lower one. So are
// then all later candidates.
bool IsReached(const FoundModel& found, const ModelLocation& candidate,
               const ServedModel* served) {
  if (served == nullptr) {
    return false;
  }
  const ModelLocation& now = served->location();
  return (candidate.path == now.path &&
          candidate.fingerprint == now.fingerprint) ||
         (Holds(found, now.number) && candidate.number < now.number);
}

// Refuses to unload the last model. Its volume is more likely unmounted than
// deleted on purpose.
absl::Status NothingToServe(const std::vector<ModelReload>& found,
                            const std::set<std::string>& served) {
  std::vector<std::string> names;
  std::vector<std::string> reasons;
  for (const ModelReload& model : found) {
    names.push_back(absl::StrCat("\"", model.name, "\""));
    if (!model.reason.empty()) {
      reasons.push_back(model.reason);
    }
  }
  return absl::FailedPreconditionError(
      absl::StrCat("no model that is there now (", absl::StrJoin(names, ", "),
                   ") is served, so those that are gone are served on (\"",
                   absl::StrJoin(served, "\", \""),
                   "\"): bring them back or add a good checkpoint",
                   reasons.empty() ? "" : "; ", absl::StrJoin(reasons, "; ")));
}

}  // namespace

absl::Status StatusOf(const ReloadReport& report) {
  if (!report.ok()) {
    return report.status();
  }
  std::vector<std::string> reasons;
  for (const ModelReload& model : *report) {
    if (!model.reason.empty()) {
      reasons.push_back(model.reason);
    }
  }
  return reasons.empty()
             ? absl::OkStatus()
             : absl::FailedPreconditionError(absl::StrJoin(reasons, "; "));
}

ModelManager::ModelManager(ModelSources sources,
                           const ServedModelOptions& options,
                           const ModelServices& services,
                           ModelRegistry& registry, ModelResidency* residency)
    : sources_(std::move(sources)),
      options_(options),
      services_(services),
      registry_(registry),
      residency_(residency),
      thread_(/*threads=*/1, "models") {}

ModelManager::~ModelManager() { Stop(); }

void ModelManager::MakeRoom(int64_t room) {
  if (residency_ != nullptr) {
    residency_->MakeRoom(room);
  }
}

absl::StatusOr<std::unique_ptr<ServedModel>> ModelManager::Load(
    const ModelLocation& location) {
  absl::StatusOr<std::unique_ptr<ServedModel>> model =
      ServedModel::Load(location, options_, services_);
  if (model.ok()) {
    rejected_.erase(location.path);
    return model;
  }
  rejected_[location.path] = location.fingerprint;
  const absl::Status status(
      model.status().code(),
      absl::StrCat("cannot serve ", location.path.string(), " as model \"",
                   location.name, "\": ", model.status().message()));
  services_.metrics.RecordReload(location.name, ReloadResult::kRejected);
  Log(LogLevel::kWarning, "model rejected",
      {{"model", location.name},
       {"path", location.path.string()},
       {"error", std::string(status.message())}});
  return status;
}

bool ModelManager::IsSkipped(const ModelLocation& location, Mode mode) const {
  if (mode != Mode::kPolled) {
    return false;
  }
  const auto seen = seen_.find(location.path);
  const auto rejected = rejected_.find(location.path);
  return seen == seen_.end() || seen->second != location.fingerprint ||
         (rejected != rejected_.end() &&
          rejected->second == location.fingerprint);
}

ModelManager::Attempt ModelManager::LoadBest(const FoundModel& found,
                                             const ServedModel* served,
                                             Mode mode) {
  Attempt attempt;
  for (const ModelLocation& candidate : found.candidates) {
    if (stopped_.load() || IsReached(found, candidate, served)) {
      break;
    }
    if (IsSkipped(candidate, mode)) {
      continue;
    }
    absl::StatusOr<std::unique_ptr<ServedModel>> model = Load(candidate);
    if (model.ok()) {
      attempt.model = *std::move(model);
      break;
    }
    attempt.rejections.push_back(model.status());
  }
  return attempt;
}

absl::Status ModelManager::LoadAll() {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<FoundModel> found,
                             FindModels(sources_));
  for (const FoundModel& model : found) {
    MakeRoom(model.candidates.front().in_repository ? 1 : 0);
    Attempt attempt = LoadBest(model, /*served=*/nullptr, Mode::kRequested);
    if (attempt.model == nullptr) {
      return attempt.rejections.empty()
                 ? Stopped()
                 : absl::Status(attempt.rejections.front().code(),
                                Join(attempt.rejections));
    }
    registry_.Put(std::move(attempt.model));
  }
  Remember(found);
  return absl::OkStatus();
}

void ModelManager::RequestReload(Mode mode, Done done) {
  thread_.Post([this, mode, done = std::move(done)] { done(RunReload(mode)); });
}

ReloadReport ModelManager::Reload(Mode mode) {
  // Shared, because set_value still uses the promise after it wakes the waiter.
  const auto promise = std::make_shared<std::promise<ReloadReport>>();
  RequestReload(mode, [promise](const ReloadReport& report) {
    promise->set_value(report);
  });
  return promise->get_future().get();
}

ReloadReport ModelManager::RunReload(Mode mode) {
  ReloadReport report = ReloadFound(mode);
  // ModelWatch logs the error itself, only when the error is new.
  if (!report.ok() && mode == Mode::kRequested &&
      !absl::IsAborted(report.status())) {
    Log(LogLevel::kWarning, "reload changed nothing",
        {{"error", std::string(report.status().message())}});
  }
  return report;
}

ReloadReport ModelManager::ReloadFound(Mode mode) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<FoundModel> found,
                             FindModels(sources_));
  std::vector<ModelReload> report;
  for (const FoundModel& model : found) {
    if (stopped_.load()) {
      return Stopped();
    }
    report.push_back(ReloadModel(model, mode));
  }
  if (stopped_.load()) {
    return Stopped();
  }
  Remember(found);
  INTERPRES_RETURN_IF_ERROR(UnloadMissing(found, mode, report));
  std::sort(report.begin(), report.end(),
            [](const ModelReload& a, const ModelReload& b) {
              return a.name < b.name;
            });
  return report;
}

ModelReload ModelManager::ReloadModel(const FoundModel& found, Mode mode) {
  ModelReload reload = {.name = found.name};
  const ServedModelPtr served = registry_.Find(found.name);
  Attempt attempt = LoadBest(found, served.get(), mode);
  reload.reason = Join(attempt.rejections);
  if (attempt.model != nullptr) {
    reload.outcome = ReloadOutcome::kLoaded;
    reload.version = attempt.model->version();
    services_.metrics.RecordReload(found.name, ReloadResult::kLoaded);
    registry_.Put(std::move(attempt.model));
    MakeRoom(0);
    return reload;
  }
  reload.version = served == nullptr ? "" : served->version();
  if (!attempt.rejections.empty()) {
    reload.outcome = ReloadOutcome::kRejected;
  }
  return reload;
}

absl::Status ModelManager::UnloadMissing(const std::vector<FoundModel>& found,
                                         Mode mode,
                                         std::vector<ModelReload>& report) {
  const std::vector<ServedModelPtr> served = registry_.List();
  std::vector<std::string> missing;
  for (const ServedModelPtr& model : served) {
    const std::string& name = model->name();
    if (std::none_of(found.begin(), found.end(),
                     [&](const FoundModel& one) { return one.name == name; })) {
      missing.push_back(name);
    }
  }
  const std::set<std::string> before = std::exchange(
      missing_, std::set<std::string>(missing.begin(), missing.end()));
  if (mode == Mode::kPolled) {
    // The directory may be being moved.
    std::erase_if(missing, [&before](const std::string& name) {
      return !before.contains(name);
    });
  }
  if (!missing.empty() && missing.size() == served.size()) {
    return NothingToServe(report, missing_);
  }
  for (const std::string& name : missing) {
    missing_.erase(name);
    registry_.Remove(name);
    services_.metrics.RecordReload(name, ReloadResult::kUnloaded);
    Log(LogLevel::kInfo, "model unloaded", {{"model", name}});
    report.push_back({.name = name,
                      .outcome = ReloadOutcome::kUnloaded,
                      .version = "",
                      .reason = ""});
  }
  return absl::OkStatus();
}

void ModelManager::Remember(const std::vector<FoundModel>& found) {
  seen_.clear();
  for (const FoundModel& model : found) {
    for (const ModelLocation& candidate : model.candidates) {
      seen_[candidate.path] = candidate.fingerprint;
    }
  }
  std::erase_if(rejected_, [this](const auto& entry) {
    return !seen_.contains(entry.first);
  });
  std::map<std::string, bool> are_rejected;
  for (const FoundModel& model : found) {
    const ModelLocation& newest = model.candidates.front();
    const auto rejected = rejected_.find(newest.path);
    are_rejected[model.name] =
        rejected != rejected_.end() && rejected->second == newest.fingerprint;
  }
  services_.metrics.SetModelsRejected(are_rejected);
}

}  // namespace interpres
