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
#include "server/registry/model_residency.h"
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
  // Why this reload rejected checkpoints of the model. Empty if the reload
  // rejected no checkpoint. A loaded model has a reason if a higher version of
  // the model was rejected.
  std::string reason = {};
};

// The results of a reload for all models, sorted by model name, or the error of
// the reload. After ABORTED some models may have been reloaded. After any other
// error the served models are the same as before the reload.
using ReloadReport = absl::StatusOr<std::vector<ModelReload>>;

// Returns the error of the report, if it has one. Otherwise returns
// FAILED_PRECONDITION with the reasons of all rejected checkpoints. Returns OK
// if no checkpoint was rejected.
absl::Status StatusOf(const ReloadReport& report);

// Loads models and serves the highest good version of each:
//
// - A new checkpoint is loaded and tested while the old version is served. It
//   replaces the old version only if the test passes.
// - A served version is replaced by a lower version only if the directory of
//   the served version no longer exists. So an operator takes a version back by
//   removing its directory.
// - Each model is loaded and tested, also if more models are found than may be
//   resident. Then ModelResidency unloads some.
// - Models whose directories no longer exist are unloaded, unless no model
//   would be left.
//
// Reloads run one at a time on a separate thread, so that they delay no
// request. Both versions are then in memory, the old one until its last request
// is done.
class ModelManager {
 public:
  enum class Mode {
    // A reload for an operator. The reload tries the checkpoints that would
    // replace the served version, highest version first, until one is good. The
    // reload also tries checkpoints that were rejected before.
    kRequested,
    // A periodic reload. The reload skips checkpoints that are new or have
    // changed since the previous reload, because they may still be being
    // written. Also skips unchanged checkpoints that were rejected before.
    // Unloads a model only if the previous reload did not find the model
    // either.
    kPolled,
  };

  // The objects of `services`, `registry` and `residency` must outlive the
  // manager. `options` apply to every model. Null `residency` means that all
  // models stay resident.
  ModelManager(ModelSources sources, const ServedModelOptions& options,
               const ModelServices& services, ModelRegistry& registry,
               ModelResidency* residency = nullptr);
  // Does what Stop does, and blocks until all requested reloads have ended and
  // their `done` functions have returned.
  ~ModelManager();
  ModelManager(const ModelManager&) = delete;
  ModelManager& operator=(const ModelManager&) = delete;

  // Loads the highest good version of every model and serves the model. Blocks
  // until all models have been loaded once. Ends at the first model without a
  // good version, and returns the reasons. The models before it stay served.
  // Returns the errors of FindModels, and ABORTED after Stop. REQUIRES: called
  // once, before any reload.
  absl::Status LoadAll();

  // Receives the report of a reload. Runs on the reload thread.
  using Done = std::function<void(const ReloadReport& report)>;
  // Requests a reload and does not wait for it. The reload thread runs the
  // reload after the reloads that were requested before, and then calls `done`.
  // Thread-safe.
  void RequestReload(Mode mode, Done done);
  // Runs a reload on the reload thread, waits for its end and returns the
  // report. Thread-safe. REQUIRES: not called on the reload thread.
  ReloadReport Reload(Mode mode);

  // From now on, no further checkpoint begins to load. LoadAll and running and
  // later reloads end as soon as they can, with ABORTED unless they had ended
  // already or failed before. Does not wait for them. Thread-safe.
  void Stop() { stopped_.store(true); }

 private:
  // The result of a search for a higher version of a model than the served one:
  // the new model, and the errors of the checkpoints that were rejected.
  struct Attempt {
    std::unique_ptr<ServedModel> model;  // null if no version is better
    std::vector<absl::Status> rejections;
  };

  // ModelResidency::MakeRoom.
  void MakeRoom(int64_t room);
  // Calls ReloadFound and logs an error.
  ReloadReport RunReload(Mode mode);
  ReloadReport ReloadFound(Mode mode);
  ModelReload ReloadModel(const FoundModel& found, Mode mode);
  Attempt LoadBest(const FoundModel& found, const ServedModel* served,
                   Mode mode);
  // Loads one checkpoint. If this fails, records the rejection in rejected_,
  // the log and the metrics, and returns the error.
  absl::StatusOr<std::unique_ptr<ServedModel>> Load(
      const ModelLocation& location);
  // Returns whether a reload skips the checkpoint. False with kRequested. True
  // with kPolled if the checkpoint is new, has changed since the previous
  // reload, or was rejected and has not changed since.
  bool IsSkipped(const ModelLocation& location, Mode mode) const;
  // Unloads the served models that are not in `found`, and adds them to the
  // report. A kPolled reload unloads a model only if the previous reload did
  // not find the model either. Returns FAILED_PRECONDITION, and unloads no
  // model, if no model would be left.
  absl::Status UnloadMissing(const std::vector<FoundModel>& found, Mode mode,
                             std::vector<ModelReload>& report);
  // Stores the fingerprints that the next kPolled reload compares with. Updates
  // the metric of the rejected models.
  void Remember(const std::vector<FoundModel>& found);

  const ModelSources sources_;
  const ServedModelOptions options_;
  const ModelServices services_;
  ModelRegistry& registry_;
  ModelResidency* const residency_;
  std::atomic<bool> stopped_ = false;

  // The fingerprint of each checkpoint that the previous reload found, by path.
  // Like rejected_ and missing_, used only by LoadAll and on the reload thread.
  std::map<std::filesystem::path, std::string> seen_;
  // The fingerprint of each checkpoint that was rejected, by path.
  std::map<std::filesystem::path, std::string> rejected_;
  // Names of the served models that the previous reload did not find.
  std::set<std::string> missing_;

  TaskPool thread_;  // declared last, because its tasks use all other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_MANAGER_H_
