// The threads that parse, tokenise and detokenise. An RPC thread must not do
// this work, because it also answers health checks; a worker must not, because
// it would delay its next decoder step.

#ifndef INTERPRES_SERVER_SCHEDULING_TEXT_POOL_H_
#define INTERPRES_SERVER_SCHEDULING_TEXT_POOL_H_

#include <cstdint>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "server/base/mutex.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/flow_queue.h"

namespace interpres {

enum class TextStage {
  // The task turns finished translations into a response, or ends a call. Such
  // tasks run before all kPrepare tasks that wait, because they free memory.
  kAnswer,
  // A request becomes jobs.
  kPrepare,
};

struct TextTask {
  TextStage stage = TextStage::kPrepare;
  Flow flow = {};
  // The cost of the task in the fair order of its stage: the bytes of text that
  // a kPrepare task handles, or the number of texts of a kAnswer task. 0 counts
  // as 1.
  int64_t bytes = 0;
  absl::AnyInvocable<void()> run;
};

// The waiting tasks of a TextPool. Pop returns kAnswer tasks before kPrepare
// tasks. Within a stage, the order is the fair order of FlowQueue. Not
// thread-safe.
class TextQueue {
 public:
  bool empty() const { return answers_.empty() && preparations_.empty(); }
  void Push(TextTask task);
  // REQUIRES: !empty().
  TextTask Pop();

 private:
  FlowQueue<TextTask> answers_;
  FlowQueue<TextTask> preparations_;
};

// Thread-safe.
class TextPool {
 public:
  // REQUIRES: threads >= 1.
  explicit TextPool(int32_t threads);
  // Runs all tasks that were posted, then joins the threads.
  ~TextPool();
  TextPool(const TextPool&) = delete;
  TextPool& operator=(const TextPool&) = delete;

  // Queues a task that a thread of the pool runs. Never refuses a task, because
  // an accepted call must be able to finish. So the caller must bound the
  // number of its tasks. A task should take a few milliseconds at most. A
  // longer task posts its remainder as another task.
  void Post(TextTask task) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // Blocks until a task is queued and moves it to `task`. Returns false if the
  // pool is closed and no task is queued.
  bool Next(TextTask& task) ABSL_LOCKS_EXCLUDED(mutex_);
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  Mutex mutex_;
  CondVar changed_;
  TextQueue tasks_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;  // constant after construction
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_TEXT_POOL_H_
