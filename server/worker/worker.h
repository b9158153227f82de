// The loop of one decoding thread: fill the free slots, step, complete the
// finished jobs.

#ifndef INTERPRES_SERVER_WORKER_WORKER_H_
#define INTERPRES_SERVER_WORKER_WORKER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/engine/engine.h"
#include "server/base/clock.h"
#include "server/metrics/model_metrics.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"
#include "server/worker/time_slices.h"

namespace interpres {

// Objects that all workers of a model share. The objects must outlive the
// workers.
struct WorkerContext {
  Scheduler& scheduler;
  ThroughputMeter& meter;
  ModelMetrics& metrics;
  Clock& clock;
  TimeShare& share;
};

// Decodes the jobs of a scheduler with one engine: call RunOnce until it
// returns false. Not thread-safe: owned by the thread that created the engine.
class Worker {
 public:
  Worker(std::unique_ptr<Engine> engine, const WorkerContext& context);
  ~Worker();

  // Runs one round:
  // 1. cancelled and expired jobs leave their slots,
  // 2. waiting jobs enter the free slots,
  // 3. all active jobs take one decoder step,
  // 4. finished jobs complete.
  // A job is active while it has a slot. Returns true after a round. Blocks
  // while no job is active or waiting and the scheduler is neither paused nor
  // closed, and before step 1 until the worker has a CPU (TimeSlices). Returns
  // false when no job is active, and the scheduler is paused, or is closed and
  // has no waiting job for a worker.
  bool RunOnce();

 private:
  // A job that is decoding.
  struct Active {
    std::unique_ptr<Job> job;
    TimePoint decoding_since;
    PhaseTimes times;
    double
        stalled_seconds_before;  // stalled_seconds_ when the job was admitted
  };

  void FreeUnwantedSlots();
  // Finds the jobs whose sentences Engine::Validate refuses. Completes each of
  // these jobs with the error of Validate, and removes the job and its sentence
  // from the lists. REQUIRES: `sentences` are the sentences of `jobs`, in the
  // same order.
  void RejectInvalid(JobList& jobs, std::vector<Sentence>& sentences);
  // Admits the jobs that fit into the engine and returns the others to the
  // scheduler. Completes invalid jobs, and the jobs that Engine::Admit fails to
  // admit, with the error. If no job fits into an empty engine, completes the
  // first job with INTERNAL. `taken_at` is the time when the jobs left the
  // queue.
  void FillFreeSlots(JobList jobs, TimePoint taken_at);
  void Admit(JobList jobs, const std::vector<Sentence>& sentences,
             TimePoint taken_at);
  // Runs one decoder step for all active jobs. Returns the duration of the step
  // in seconds, or null if no job was active.
  std::optional<double> Step();
  // Completes the jobs that left the engine and adds them to `sample`.
  // `round_began` is the start of the round. Adds the part of the round after
  // its first 5 s to stalled_seconds_.
  void CompleteFinished(TimePoint round_began, RoundSample& sample);
  void Complete(EngineResult result, TimePoint now, RoundSample& sample);
  void UpdateActiveSlots();

  const std::unique_ptr<Engine> engine_;
  const WorkerContext context_;
  SlicedThread thread_;
  std::unordered_map<uint64_t, Active> active_;  // by Sentence::id
  uint64_t next_id_ = 1;
  int64_t reported_active_ = 0;
  // Total time, in seconds, in which the process did not run during rounds. The
  // part of a round after its first 5 s counts as such time.
  double stalled_seconds_ = 0.0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_WORKER_WORKER_H_
