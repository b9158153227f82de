#include "server/worker/worker_pool.h"

#include <exception>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/within_memory.h"
#include "server/base/thread_name.h"

namespace interpres {

absl::StatusOr<std::unique_ptr<WorkerPool>> WorkerPool::Create(
    int32_t workers, const WorkerStart& start, const WorkerContext& context) {
  std::unique_ptr<WorkerPool> pool(new WorkerPool());
  absl::Status status = pool->Start(workers, start, context);
  if (!status.ok()) {
    return status;  // AwaitStart returned false to the threads, so they end
  }
  return pool;
}

absl::Status WorkerPool::Start(int32_t workers, const WorkerStart& start,
                               const WorkerContext& context) {
  threads_.reserve(workers);
  try {
    while (std::ssize(threads_) < workers) {
      threads_.emplace_back(&WorkerPool::Run, this, start, context);
    }
  } catch (const std::exception& error) {  // thread limit, or out of memory
    return AwaitEngines(
        std::ssize(threads_),
        absl::ResourceExhaustedError(absl::StrCat(
            "thread ", threads_.size() + 1, " of ", workers,
            " cannot start: ", error.what(), "; fewer workers need less")));
  }
  return AwaitEngines(workers, absl::OkStatus());
}

WorkerPool::~WorkerPool() {
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void WorkerPool::Run(const WorkerStart& start, const WorkerContext& context) {
  NameThisThread("worker");
  absl::StatusOr<std::unique_ptr<Engine>> engine =
      WithinMemory(no_memory_, start.create_engine);
  const int32_t slots = engine.ok() ? (*engine)->capacity() : 0;
  if (!AwaitStart(engine.status(), slots)) {
    return;
  }
  if (start.prepare) {
    start.prepare();
  }
  Worker worker(*std::move(engine), context);
  while (worker.RunOnce()) {
  }
}

bool WorkerPool::AwaitStart(const absl::Status& status, int32_t slots) {
  const MutexLock lock(mutex_);
  ++reported_;
  reported_slots_ += slots;
  first_error_.Update(status);
  changed_.NotifyAll();
  while (!decided_) {
    changed_.Wait(mutex_);
  }
  return first_error_.ok();
}

absl::Status WorkerPool::AwaitEngines(int64_t workers,
                                      const absl::Status& status) {
  const MutexLock lock(mutex_);
  first_error_.Update(status);
  while (reported_ < workers) {
    changed_.Wait(mutex_);
  }
  decided_ = true;
  slots_ = reported_slots_;
  changed_.NotifyAll();
  return first_error_;
}

}  // namespace interpres
