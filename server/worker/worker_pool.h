// The decoding threads.

#ifndef INTERPRES_SERVER_WORKER_WORKER_POOL_H_
#define INTERPRES_SERVER_WORKER_WORKER_POOL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/engine/engine.h"
#include "server/base/mutex.h"
#include "server/worker/worker.h"

namespace interpres {

class WorkerPool {
 public:
  // Called once on each of the threads: an engine belongs to its thread.
  using EngineFactory =
      std::function<absl::StatusOr<std::unique_ptr<Engine>>()>;

  // Starts `workers` threads and waits until each has its engine. The first
  // error of the factory, if there is one, and RESOURCE_EXHAUSTED where a
  // thread cannot start; then no thread is left.
  static absl::StatusOr<std::unique_ptr<WorkerPool>> Create(
      int32_t workers, const EngineFactory& factory,
      const WorkerContext& context);

  // Joins. Close the scheduler first: the threads end when it has nothing
  // left.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Slots of all engines together.
  int64_t slots() const { return slots_; }

 private:
  WorkerPool() = default;
  absl::Status Start(int32_t workers, const EngineFactory& factory,
                     const WorkerContext& context);
  void Run(const EngineFactory& factory, const WorkerContext& context);
  // Reports the thread's engine and waits for the others; whether to go on.
  bool AwaitStart(const absl::Status& status, int32_t slots)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Lets the `workers` threads that started go on, or end if there is an error,
  // theirs or `status`.
  absl::Status AwaitEngines(int64_t workers, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  Mutex mutex_;
  CondVar changed_;
  int64_t reported_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t reported_slots_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status first_error_ ABSL_GUARDED_BY(mutex_);
  bool decided_ ABSL_GUARDED_BY(mutex_) = false;

  int64_t slots_ = 0;                 // constant after Create
  std::vector<std::thread> threads_;  // constant after Create
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_WORKER_WORKER_POOL_H_
