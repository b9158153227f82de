// Looks at the directories of the models now and then.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_

#include <string>

#include "server/base/clock.h"
#include "server/base/periodic_task.h"
#include "server/registry/model_manager.h"

namespace interpres {

// Reloads (ModelManager::Mode::kWatch) on a thread of its own, an interval
// after the end of the reload before.
class ModelWatch {
 public:
  // `interval` > 0. The manager and the clock outlive the watch, which waits
  // for the reload that runs when it is destroyed.
  ModelWatch(ModelManager& manager, Clock& clock, Duration interval);
  ModelWatch(const ModelWatch&) = delete;
  ModelWatch& operator=(const ModelWatch&) = delete;

 private:
  void Look();

  ModelManager& manager_;
  std::string last_error_;
  PeriodicTask task_;  // last: uses all others
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_
