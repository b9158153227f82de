// The served models, and the choice of one for a request.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_REGISTRY_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_REGISTRY_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "server/base/mutex.h"
#include "server/base/task_pool.h"
#include "server/registry/model_choice.h"
#include "server/registry/served_model.h"

namespace interpres {

// A reference that keeps a model alive. A request holds its model from the
// choice until the end. So a replaced or removed model is destroyed after its
// last request.
using ServedModelPtr = std::shared_ptr<ServedModel>;

// The served models, by name. Thread-safe. Must outlive every ServedModelPtr
// that it returned.
class ModelRegistry {
 public:
  ModelRegistry();
  // Waits until the last model is destroyed.
  ~ModelRegistry();
  ModelRegistry(const ModelRegistry&) = delete;
  ModelRegistry& operator=(const ModelRegistry&) = delete;

  // Serves the model to new requests, in place of a served model with the same
  // name. Requests that use the replaced model keep it.
  void Put(std::unique_ptr<ServedModel> model) ABSL_LOCKS_EXCLUDED(mutex_);
  // Stops serving the model with this name to new requests. Returns whether a
  // model had the name.
  bool Remove(const std::string& name) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the model that ChooseModel chooses for the query, or its error.
  absl::StatusOr<ServedModelPtr> Choose(const ModelQuery& query) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the model that ChooseNamedModel chooses for the name, or its error.
  absl::StatusOr<ServedModelPtr> ChooseNamed(std::string_view name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the model with this name. Null if no served model has it.
  ServedModelPtr Find(const std::string& name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the served models, sorted by name.
  std::vector<ServedModelPtr> List() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the served models, and the replaced and removed models that still
  // have requests. In no particular order.
  std::vector<ServedModelPtr> ListAlive() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Completes the cancelled jobs that wait in the queues of all models, and the
  // expired ones. Their completions run on this thread, so the caller must hold
  // no lock that they take. Includes replaced and removed models that still
  // have requests.
  void DropCancelled() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Forgets destroyed models.
  void Prune() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // The thread that destroys models, because ~ServedModel may block. Declared
  // first, so that it outlives all models.
  TaskPool reaper_;
  mutable Mutex mutex_;
  std::map<std::string, ServedModelPtr> models_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<ServedModel>> alive_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_REGISTRY_H_
