// The thread for the calls about glossaries, which read and write files.

#ifndef INTERPRES_SERVER_SERVICE_GLOSSARY_THREAD_H_
#define INTERPRES_SERVER_SERVICE_GLOSSARY_THREAD_H_

#include <cstdint>

#include "absl/status/status.h"
#include "server/base/permits.h"
#include "server/base/task_pool.h"

namespace interpres {

// A thread for the calls about glossaries, which block. Runs its tasks one
// after another, in the order of their posts. The destructor runs the tasks
// that wait, and blocks until they have ended. Thread-safe.
class GlossaryThread {
 public:
  // Maximum number of tasks of one GlossaryThread that wait or run.
  static constexpr int64_t kMaxCalls = 64;

  GlossaryThread() : thread_(/*threads=*/1, "glossaries") {}

  // Queues a task that the thread runs later, and returns immediately. Returns
  // RESOURCE_EXHAUSTED with a retry delay, and drops the task, if kMaxCalls
  // tasks wait or run.
  absl::Status Post(TaskPool::Task task);

 private:
  Permits permits_{kMaxCalls};
  TaskPool thread_;  // declared last, because its tasks hold permits
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_GLOSSARY_THREAD_H_
