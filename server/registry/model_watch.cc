#include "server/registry/model_watch.h"

#include "server/base/logging.h"

namespace interpres {

ModelWatch::ModelWatch(ModelManager& manager, Clock& clock, Duration interval)
    : manager_(manager), task_(clock, interval, [this] { Look(); }) {}

void ModelWatch::Look() {
  const ReloadReport report = manager_.Reload(ModelManager::Mode::kPolled);
  // The manager logs the result of each model itself.
  const std::string error = report.status().ToString();
  if (!report.ok() && !absl::IsAborted(report.status()) &&
      error != last_error_) {
    Log(LogLevel::kWarning, "reload changed nothing", {{"error", error}});
  }
  last_error_ = error;
}

}  // namespace interpres
