// The models that are being served, and which of them a request gets.

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

// Held by a request from the moment that its model is chosen until the end: a
// model that was replaced or removed meanwhile goes with its last request.
using ServedModelPtr = std::shared_ptr<ServedModel>;

// Thread-safe. Outlives every ServedModelPtr that it has given out.
class ModelRegistry {
 public:
  ModelRegistry();
  // Waits until the last model is gone.
  ~ModelRegistry();
  ModelRegistry(const ModelRegistry&) = delete;
  ModelRegistry& operator=(const ModelRegistry&) = delete;

  // Serves the model from now on, in place of one of the same name.
  void Put(std::unique_ptr<ServedModel> model) ABSL_LOCKS_EXCLUDED(mutex_);
  // No request gets the model of this name any more; whether there was one.
  bool Remove(const std::string& name) ABSL_LOCKS_EXCLUDED(mutex_);

  // The errors of ChooseModel.
  absl::StatusOr<ServedModelPtr> Choose(const ModelQuery& query) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // The errors of ChooseNamedModel.
  absl::StatusOr<ServedModelPtr> ChooseNamed(std::string_view name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // The model of this name; null if it is not served.
  ServedModelPtr Find(const std::string& name) const
      ABSL_LOCKS_EXCLUDED(mutex_);

  // What is served, by name.
  std::vector<ServedModelPtr> List() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Also the replaced and removed ones that still have requests.
  std::vector<ServedModelPtr> ListAlive() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Completes the waiting jobs that were cancelled, whatever their model.
  void DropCancelled() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Forgets the models that are gone.
  void Prune() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Destroys models: first, so that it outlives them all.
  TaskPool reaper_;
  mutable Mutex mutex_;
  std::map<std::string, ServedModelPtr> models_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::weak_ptr<ServedModel>> alive_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_REGISTRY_H_
