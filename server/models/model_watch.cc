#include "server/models/model_watch.h"

#include <string>

#include "server/base/logging.h"

namespace interpres {

ModelWatch::ModelWatch(ModelManager& manager, Clock& clock, Duration interval)
    : manager_(manager),
      clock_(clock),
      interval_(interval),
      thread_([this] { Run(); }) {}

ModelWatch::~ModelWatch() {
  {
    const MutexLock lock(mutex_);
    ending_ = true;
  }
  changed_.NotifyAll();
  thread_.join();
}

bool ModelWatch::AwaitNext() {
  const MutexLock lock(mutex_);
  return !clock_.WaitUntil(mutex_, changed_, clock_.Now() + interval_, [this] {
    mutex_.AssertHeld();
    return ending_;
  });
}

void ModelWatch::Run() {
  std::string last_error;
  while (AwaitNext()) {
    const ReloadReport report = manager_.Reload(ModelManager::Mode::kWatch);
    // What becomes of a model the manager says itself.
    const std::string error = report.status().ToString();
    if (!report.ok() && !absl::IsAborted(report.status()) &&
        error != last_error) {
      Log(LogLevel::kWarning, "reload changed nothing", {{"error", error}});
    }
    last_error = error;
  }
}

}  // namespace interpres
