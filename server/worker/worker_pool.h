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

// Not thread-safe.
class WorkerPool {
 public:
  // Called once on each thread, because an engine belongs to its thread.
  using EngineFactory =
      std::function<absl::StatusOr<std::unique_ptr<Engine>>()>;

  // Starts `workers` threads and waits until each has created its engine.
  // Returns the first error of the factory, or RESOURCE_EXHAUSTED if a thread
  // cannot start. After an error all started threads have ended.
  static absl::StatusOr<std::unique_ptr<WorkerPool>> Create(
      int32_t workers, const EngineFactory& factory,
      const WorkerContext& context);

  // Joins the threads. They end when the scheduler is empty.
  // REQUIRES: the scheduler is closed.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Number of slots of all engines together.
  int64_t slots() const { return slots_; }

 private:
  WorkerPool() = default;
  absl::Status Start(int32_t workers, const EngineFactory& factory,
                     const WorkerContext& context);
  void Run(const EngineFactory& factory, const WorkerContext& context);
  // Called on each worker thread: reports its engine and waits for Start to
  // decide. Returns whether the thread shall decode.
  bool AwaitStart(const absl::Status& status, int32_t slots)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until `workers` threads have reported, then lets them decode, or end
  // if `status` or one of their engines is an error. Returns the first error.
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
