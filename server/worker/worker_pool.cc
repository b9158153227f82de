#include "server/worker/worker_pool.h"

#include <utility>

#include "server/base/thread_name.h"

namespace interpres {

absl::StatusOr<std::unique_ptr<WorkerPool>> WorkerPool::Create(
    int32_t workers, const EngineFactory& factory,
    const WorkerContext& context) {
  std::unique_ptr<WorkerPool> pool(new WorkerPool());
  pool->threads_.reserve(workers);
  for (int32_t i = 0; i < workers; ++i) {
    pool->threads_.emplace_back(
        [pool = pool.get(), factory, context] { pool->Run(factory, context); });
  }
  absl::Status status = pool->AwaitEngines(workers);
  if (!status.ok()) {
    return status;  // the threads have seen it too, and end
  }
  return pool;
}

WorkerPool::~WorkerPool() {
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void WorkerPool::Run(const EngineFactory& factory,
                     const WorkerContext& context) {
  NameThisThread("worker");
  absl::StatusOr<std::unique_ptr<Engine>> engine = factory();
  const int32_t slots = engine.ok() ? (*engine)->capacity() : 0;
  if (!AwaitStart(engine.status(), slots)) {
    return;
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

absl::Status WorkerPool::AwaitEngines(int32_t workers) {
  const MutexLock lock(mutex_);
  while (reported_ < workers) {
    changed_.Wait(mutex_);
  }
  decided_ = true;
  slots_ = reported_slots_;
  changed_.NotifyAll();
  return first_error_;
}

}  // namespace interpres
