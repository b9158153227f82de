// The decoding threads of one model.

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

// What each worker thread calls once, concurrently with the other threads,
// before its first job.
struct WorkerStart {
  // Returns a new engine or an error. An engine belongs to its thread.
  std::function<absl::StatusOr<std::unique_ptr<Engine>>()> create_engine;
  // Called after WorkerPool::Create has all engines. Null means nothing.
  std::function<void()> prepare = nullptr;
};

// The decoding threads of one model. Each thread runs a Worker with its own
// engine. Not thread-safe.
class WorkerPool {
 public:
  // Starts `workers` threads and waits until each has created its engine, but
  // not until it has prepared itself. Returns the first error of create_engine,
  // or RESOURCE_EXHAUSTED if a thread cannot start or has no memory for its
  // engine. After an error all started
  // threads have ended. The objects of `context` must outlive the pool.
  static absl::StatusOr<std::unique_ptr<WorkerPool>> Create(
      int32_t workers, const WorkerStart& start, const WorkerContext& context);

  // Waits until the threads end, and joins them. With a closed scheduler, the
  // threads first decode all jobs that wait for a worker. With a paused
  // scheduler, they first decode only the jobs that they have. REQUIRES: the
  // scheduler is closed or paused.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Returns the number of slots of all engines of the pool together.
  int64_t slots() const { return slots_; }

 private:
  WorkerPool() = default;
  absl::Status Start(int32_t workers, const WorkerStart& start,
                     const WorkerContext& context);
  void Run(const WorkerStart& start, const WorkerContext& context);
  // Called on each worker thread. Reports the status and the slots of the
  // thread's engine to AwaitEngines, and waits for its decision. Returns true
  // if the thread shall decode, false if the thread shall end.
  bool AwaitStart(const absl::Status& status, int32_t slots)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until `workers` threads have called AwaitStart, then lets all of them
  // continue. They decode if `status` and all engines are OK, and end
  // otherwise. `status` is the error of a thread that could not start, or OK.
  // Returns the first error.
  absl::Status AwaitEngines(int64_t workers, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  Mutex mutex_;
  CondVar changed_;
  int64_t reported_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t reported_slots_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Status first_error_ ABSL_GUARDED_BY(mutex_);
  bool decided_ ABSL_GUARDED_BY(mutex_) = false;

  // Made before memory runs out.
  const absl::Status no_memory_ = absl::ResourceExhaustedError(
      "there is not enough memory for the engine of each worker; fewer workers "
      "need less");
  int64_t slots_ = 0;                 // constant after Create
  std::vector<std::thread> threads_;  // constant after Create
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_WORKER_WORKER_POOL_H_
