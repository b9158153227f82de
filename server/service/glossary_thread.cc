#include "server/service/glossary_thread.h"

#include <chrono>
#include <utility>

#include "server/base/retry_delay.h"

namespace interpres {

absl::Status GlossaryThread::Post(TaskPool::Task task) {
  Permits::Permit permit = permits_.TryTake();
  if (permit == nullptr) {
    return WithRetryDelay(
        absl::ResourceExhaustedError(
            "other calls about glossaries wait already: try again later"),
        std::chrono::seconds(1));
  }
  thread_.Post([task = std::move(task), permit = std::move(permit)]() mutable {
    task();
  });
  return absl::OkStatus();
}

}  // namespace interpres
