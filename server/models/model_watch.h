// Looks at the directories of the models now and then.

#ifndef INTERPRES_SERVER_MODELS_MODEL_WATCH_H_
#define INTERPRES_SERVER_MODELS_MODEL_WATCH_H_

#include <thread>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/models/model_manager.h"

namespace interpres {

// Reloads (ModelManager::Mode::kWatch) on a thread of its own, an interval
// after the end of the reload before.
class ModelWatch {
 public:
  // `interval` > 0. The manager and the clock outlive the watch.
  ModelWatch(ModelManager& manager, Clock& clock, Duration interval);
  // Waits for the reload that runs.
  ~ModelWatch();
  ModelWatch(const ModelWatch&) = delete;
  ModelWatch& operator=(const ModelWatch&) = delete;

 private:
  void Run();
  // Returns after the interval; false if the watch ends.
  bool AwaitNext() ABSL_LOCKS_EXCLUDED(mutex_);

  ModelManager& manager_;
  Clock& clock_;
  const Duration interval_;
  Mutex mutex_;
  CondVar changed_;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: uses all others
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_MODELS_MODEL_WATCH_H_
