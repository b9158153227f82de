// Loads the models at the start, and again after they change on disk.

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
  kLoaded,    // a new model, or a new version of a served model
  kRejected,  // cannot be served; the version that was served before still is
  kUnloaded,  // the directory no longer exists
};

// The result of a reload for one model.
struct ModelReload {
  std::string name;
  ReloadOutcome outcome = ReloadOutcome::kUnchanged;
  // The version that is served now. Empty if the model is not served.
  std::string version = {};
  // Why a checkpoint was rejected. Empty if no checkpoint was. A loaded model
  // has a reason if a newer checkpoint of the model was rejected.
  std::string reason = {};
};

// The models by name, or the reason why the reload changed nothing.
using ReloadReport = absl::StatusOr<std::vector<ModelReload>>;

// Returns OK, or the reasons of all rejected checkpoints.
absl::Status StatusOf(const ReloadReport& report);

// Serves the highest good version of each model:
//
// - A new checkpoint is loaded and tested while the old version is served. It
//   replaces the old version only if the test passes.
// - A served version is replaced by a lower version only if the directory of
//   the served version no longer exists. So an operator takes a version back by
//   removing its directory.
// - Models whose directories no longer exist are unloaded, unless no model
// would
//   be left.
//
// Reloads run one at a time on a separate thread, so that they delay no
// request. Both versions are then in memory, the old one until its last request
// is done.
class ModelManager {
 public:
  enum class Mode {
    // An operator asks: try every changed checkpoint.
    kRequested,
    // A periodic look: skip checkpoints that changed since the previous look,
    // because they may still be being written, and unchanged checkpoints that
    // were rejected before.
    kPolled,
  };

  // The registry and the services must outlive the manager.
  ModelManager(ModelSources sources, const ServedModelOptions& options,
               const ModelServices& services, ModelRegistry& registry);
  // Waits for a running reload.
  ~ModelManager();
  ModelManager(const ModelManager&) = delete;
  ModelManager& operator=(const ModelManager&) = delete;

  // Loads every model. Returns an error if a model has no good version.
  // REQUIRES: called once, before any reload.
  absl::Status LoadAll();

  // Looks at the directories again. Calls `done` on the reload thread.
  // Thread-safe.
  using Done = std::function<void(const ReloadReport& report)>;
  void RequestReload(Mode mode, Done done);
  // Like RequestReload, but waits for the report.
  ReloadReport Reload(Mode mode);

  // Loads no further checkpoint: running and later reloads end with ABORTED as
  // soon as they can. Thread-safe.
  void Stop() { stopped_.store(true); }

 private:
  // The result of a search for a better version of a model.
  struct Attempt {
    std::unique_ptr<ServedModel> model;  // null if no version is better
    std::vector<absl::Status> rejections;
  };

  // Calls ReloadFound and logs an error.
  ReloadReport RunReload(Mode mode);
  ReloadReport ReloadFound(Mode mode);
  ModelReload ReloadModel(const FoundModel& found, Mode mode);
  Attempt LoadBest(const FoundModel& found, const ServedModel* served,
                   Mode mode);
  // Loads one checkpoint. Records the result in log and metrics.
  absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location);
  // Returns whether a kPolled reload skips the checkpoint.
  bool IsSkipped(const ModelLocation& location, Mode mode) const;
  // Returns FAILED_PRECONDITION, and unloads no model, if no model would be
  // left.
  absl::Status UnloadMissing(const std::vector<FoundModel>& found, Mode mode,
                             std::vector<ModelReload>& report);
  // Stores what the next reload compares with, and updates the metrics.
  void Remember(const std::vector<FoundModel>& found);

  const ModelSources sources_;
  const ServedModelOptions options_;
  const ModelServices services_;
  ModelRegistry& registry_;
  std::atomic<bool> stopped_ = false;

  // Used on the reload thread only. Fingerprints by path: of the
  // checkpoints of the previous look, and of the rejected checkpoints.
  std::map<std::filesystem::path, std::string> seen_;
  std::map<std::filesystem::path, std::string> rejected_;
  // Served models that the previous look did not find.
  std::set<std::string> missing_;

  TaskPool thread_;  // declared last, because its tasks use all other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_MANAGER_H_
