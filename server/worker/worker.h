// One decoding thread's loop: fill the free slots, step, complete what ended.

#ifndef INTERPRES_SERVER_WORKER_WORKER_H_
#define INTERPRES_SERVER_WORKER_WORKER_H_

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/engine/engine.h"
#include "server/base/clock.h"
#include "server/metrics/model_metrics.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"

namespace interpres {

// What all workers share; everything outlives them.
struct WorkerContext {
  Scheduler& scheduler;
  ThroughputMeter& meter;
  ModelMetrics& metrics;
  Clock& clock;
};

// Used by one thread, which is also the one that created the engine.
class Worker {
 public:
  Worker(std::unique_ptr<Engine> engine, const WorkerContext& context);
  ~Worker();

  // One round. Texts whose call was cancelled or whose deadline passed leave
  // their slots, waiting ones enter, all take a step, the finished complete.
  // Blocks while there is nothing at all to do. False once the scheduler is
  // closed and nothing is left.
  bool RunOnce();

 private:
  // A text that is decoding.
  struct Active {
    std::unique_ptr<Job> job;
    TimePoint decoding_since;
    PhaseTimes times;
    double stalled_seconds_before;  // of all rounds before the one that took it
  };

  void FreeUnwantedSlots();
  // Completes, with the engine's error, what it can never run.
  void RejectInvalid(JobList& jobs, std::vector<EngineRequest>& requests);
  void FillFreeSlots(JobList jobs, TimePoint taken_at);
  void Admit(JobList jobs, const std::vector<EngineRequest>& requests,
             TimePoint taken_at);
  void Step();
  // Adds what finished to `sample`.
  void CompleteFinished(TimePoint round_began, WorkSample& sample);
  void Complete(EngineResult result, TimePoint now, WorkSample& sample);
  void UpdateActiveSlots();

  const std::unique_ptr<Engine> engine_;
  const WorkerContext context_;
  std::unordered_map<uint64_t, Active> active_;  // by EngineRequest::id
  uint64_t next_id_ = 1;
  int64_t reported_active_ = 0;
  double stalled_seconds_ = 0.0;  // in which rounds did nothing
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_WORKER_WORKER_H_
