// Keeps the number of models whose weights are in memory within a limit.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_RESIDENCY_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_RESIDENCY_H_

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/registry/model_registry.h"
#include "server/registry/residency_policy.h"

namespace interpres {

// Loads and unloads the weights of the models of the repository, as
// NextResidencyStep decides. Models that the operator names (--model) do not
// count and stay resident. Also replaced and removed models count as long as
// they have requests.
//
// Two threads do the work, so that no other thread waits for it. The loader
// takes the steps, one at a time. The timer completes the jobs whose deadline
// passes while they wait for their model, because no worker does.
class ModelResidency {
 public:
  // The registry and the clock must outlive this object. `max_resident` is the
  // maximum number of resident models; 0 means unlimited. Then this object does
  // nothing.
  ModelResidency(int64_t max_resident, ModelRegistry& registry, Clock& clock);
  // Waits until a running load has ended. REQUIRES: no request uses a model.
  ~ModelResidency();
  ModelResidency(const ModelResidency&) = delete;
  ModelResidency& operator=(const ModelResidency&) = delete;

  // Returns a turn listener for ModelServices, which wakes both threads. Null
  // without a limit. The listener must not run after the destructor.
  std::function<void()> turn_listener();

  // Unloads idle models until `room` further models may be loaded, or until no
  // model is idle. Blocks. Does nothing without a limit. REQUIRES: room is 0 or
  // 1.
  void MakeRoom(int64_t room) ABSL_LOCKS_EXCLUDED(steps_mutex_);

 private:
  // Wakes both threads.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);
  void WakeTimer() ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the models of the repository.
  std::vector<ServedModelPtr> Models() const;
  // Returns the decision for the models.
  static ResidencyStep Next(const std::vector<ServedModelPtr>& models,
                            int64_t max_resident);
  static void Take(const ResidencyStep& step, ServedModel& model);
  // Takes steps until there is nothing to do, or this object ends.
  void Settle() ABSL_LOCKS_EXCLUDED(steps_mutex_, mutex_);
  // Waits until a state has changed. Returns false when this object ends.
  bool AwaitLoaderWake() ABSL_LOCKS_EXCLUDED(mutex_);
  void RunLoader() ABSL_LOCKS_EXCLUDED(mutex_);
  // Completes the expired jobs that wait for a model. Returns the earliest
  // deadline of the others.
  TimePoint DropExpired() const;
  void RunTimer() ABSL_LOCKS_EXCLUDED(mutex_);
  bool IsEnding() const ABSL_LOCKS_EXCLUDED(mutex_);

  const int64_t max_resident_;
  ModelRegistry& registry_;
  Clock& clock_;
  // Held by the thread that takes steps.
  Mutex steps_mutex_ ABSL_ACQUIRED_BEFORE(mutex_);
  mutable Mutex mutex_;
  CondVar changed_;
  // Whether a state has changed since the thread looked.
  bool wakes_loader_ ABSL_GUARDED_BY(mutex_) = false;
  bool wakes_timer_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  // Without a limit no thread runs. Declared last, because the threads use the
  // other members.
  std::thread loader_;
  std::thread timer_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_RESIDENCY_H_
