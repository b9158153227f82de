// Looks for changed models periodically.

#ifndef INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_
#define INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_

#include <string>

#include "server/base/clock.h"
#include "server/base/periodic_task.h"
#include "server/registry/model_manager.h"

namespace interpres {

// Reloads changed models periodically, with ModelManager::Mode::kPolled, on a
// separate thread. The interval begins at the end of the previous reload.
class ModelWatch {
 public:
  // REQUIRES: interval > 0. The manager and the clock must outlive the watch.
  // The destructor waits for a running reload.
  ModelWatch(ModelManager& manager, Clock& clock, Duration interval);
  ModelWatch(const ModelWatch&) = delete;
  ModelWatch& operator=(const ModelWatch&) = delete;

 private:
  void Look();

  ModelManager& manager_;
  std::string last_error_;
  PeriodicTask task_;  // declared last, because it uses all other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_MODEL_WATCH_H_
