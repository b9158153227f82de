// Loads the models at the start, and again when they have changed on disk.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_MANAGER_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_MANAGER_H_

#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/task_pool.h"
#include "server/registry/model_registry.h"
#include "server/registry/model_repository.h"
#include "server/registry/served_model.h"

namespace interpres {

enum class ReloadOutcome {
  kUnchanged,
  kLoaded,    // new, or in place of another version
  kRejected,  // cannot be served; what was served before still is
  kUnloaded,  // its directory is gone
};

// What a reload did with one model.
struct ModelReload {
  std::string name;
  ReloadOutcome outcome = ReloadOutcome::kUnchanged;
  // Of what is served now; "" if nothing is.
  std::string version = {};
  // Why a checkpoint was rejected; "" if none was. One that is loaded may have
  // a newer one that was not.
  std::string reason = {};
};

// By name; or why nothing was changed at all.
using ReloadReport = absl::StatusOr<std::vector<ModelReload>>;

// OK, or the reasons of all that was rejected.
absl::Status StatusOf(const ReloadReport& report);

// The rule: a checkpoint is loaded beside what is served, tested, and takes its
// place only if it is good. Of a model with several versions the highest good
// one is served. What is served is never left for a lower version, unless its
// own directory is gone: so removing a directory takes a version back. What is
// gone is unloaded, unless nothing would be left to serve.
//
// Reloads run one at a time, on a thread of their own, which is how they hold
// up no request. Both versions are in memory meanwhile, and the old one until
// its last request is done.
class ModelManager {
 public:
  enum class Mode {
    // Somebody asks: everything that has changed is tried.
    kAsked,
    // A look in passing: what is still being written (it differs from what the
    // look before found) or was rejected as it is, is left alone.
    kWatch,
  };

  // The registry and the services outlive the manager.
  ModelManager(ModelSources sources, const ServedModelOptions& options,
               const ModelServices& services, ModelRegistry& registry);
  // Waits for the reload that runs.
  ~ModelManager();
  ModelManager(const ModelManager&) = delete;
  ModelManager& operator=(const ModelManager&) = delete;

  // At the start, once, before any reload: loads every model. An error if there
  // is one without a good version.
  absl::Status LoadAll();

  // Thread-safe. Looks at the directories again; `done` is called on the thread
  // of the reloads.
  using Done = std::function<void(const ReloadReport& report)>;
  void RequestReload(Mode mode, Done done);
  // The same, and waits.
  ReloadReport Reload(Mode mode);

  // Thread-safe. No further checkpoint is loaded: reloads end as soon as they
  // can, with ABORTED.
  void Stop() { stopped_.store(true); }

 private:
  // What came of looking for a better version of a model.
  struct Attempt {
    std::unique_ptr<ServedModel> model;  // null: none
    std::vector<absl::Status> rejections;
  };

  // ReloadFound, and a line in the log if it fails.
  ReloadReport RunReload(Mode mode);
  ReloadReport ReloadFound(Mode mode);
  ModelReload ReloadModel(const FoundModel& found, Mode mode);
  Attempt LoadBest(const FoundModel& found, const ServedModel* served,
                   Mode mode);
  // Loads one checkpoint; logs and counts what becomes of it.
  absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location);
  // Whether a look in passing leaves it alone.
  bool IsLeftAlone(const ModelLocation& location, Mode mode) const;
  // FAILED_PRECONDITION: none would be left; they are served on.
  absl::Status UnloadMissing(const std::vector<FoundModel>& found, Mode mode,
                             std::vector<ModelReload>& report);
  // For the next look, and for the metrics.
  void Remember(const std::vector<FoundModel>& found);

  const ModelSources sources_;
  const ServedModelOptions options_;
  const ModelServices services_;
  ModelRegistry& registry_;
  std::atomic<bool> stopped_ = false;

  // Of the thread of the reloads. Paths and their fingerprints: as the look
  // before found them, and as they were when they were rejected.
  std::map<std::filesystem::path, std::string> seen_;
  std::map<std::filesystem::path, std::string> rejected_;
  // Served models that the look before did not find.
  std::set<std::string> missing_;

  TaskPool thread_;  // last: its tasks use all others
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_MANAGER_H_
