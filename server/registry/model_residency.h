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
// NextResidencyStep decides, so that at most `max_resident` are in memory.
// Models that the operator names (--model) do not count and stay resident. Also
// replaced and removed models count as long as they have requests.
//
// Two threads do the work. The loader thread takes the steps, one at a time, so
// that only callers of MakeRoom wait for a step. The timer thread completes the
// jobs whose deadline passes while they wait for their model, because no worker
// does. The public functions are thread-safe.
class ModelResidency {
 public:
  // The registry and the clock must outlive this object. `max_resident` is the
  // maximum number of resident models; 0 means unlimited. Then this object does
  // nothing.
  ModelResidency(int64_t max_resident, ModelRegistry& registry, Clock& clock);
  // Ends the threads. Blocks until a load or an unload that runs has ended.
  // REQUIRES: no request uses a model.
  ~ModelResidency();
  ModelResidency(const ModelResidency&) = delete;
  ModelResidency& operator=(const ModelResidency&) = delete;

  // Returns the listener for ModelServices::turn_listener, which wakes this
  // object when jobs or requests of a model came or went. Null if the number of
  // resident models is unlimited. The listener must not run after the
  // destructor.
  std::function<void()> turn_listener();

  // Unloads idle models until `room` further models may be loaded, or until no
  // model is idle. May unload one more for a model that jobs wait for. Blocks.
  // Does nothing if the number of resident models is unlimited. REQUIRES: room
  // is 0 or 1.
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
  // Takes the steps of NextResidencyStep until it returns kWait, or until the
  // destructor runs.
  void Settle() ABSL_LOCKS_EXCLUDED(steps_mutex_, mutex_);
  // Blocks until Wake is called or the destructor runs. Returns false if the
  // destructor runs.
  bool AwaitLoaderWake() ABSL_LOCKS_EXCLUDED(mutex_);
  void RunLoader() ABSL_LOCKS_EXCLUDED(mutex_);
  // Completes the expired and cancelled jobs of models that are not resident or
  // whose turn is closed, once a job may have expired. Returns a time before
  // which no other job of these models expires. kNever means no deadline.
  TimePoint DropExpired() const;
  void RunTimer() ABSL_LOCKS_EXCLUDED(mutex_);
  bool IsEnding() const ABSL_LOCKS_EXCLUDED(mutex_);

  const int64_t max_resident_;
  ModelRegistry& registry_;
  Clock& clock_;
  // Held by the thread that takes steps of NextResidencyStep.
  Mutex steps_mutex_ ABSL_ACQUIRED_BEFORE(mutex_);
  mutable Mutex mutex_;
  CondVar changed_;
  // Whether the loader thread, or the timer thread, has to look at the models
  // again, because a state may have changed. The thread resets its flag.
  bool wakes_loader_ ABSL_GUARDED_BY(mutex_) = false;
  bool wakes_timer_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  // The threads. If max_resident_ is 0, no thread runs. Declared last, because
  // the threads use the other members.
  std::thread loader_;
  std::thread timer_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_RESIDENCY_H_
