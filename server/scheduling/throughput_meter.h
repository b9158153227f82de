// Measures how fast the workers are, step by step.

#ifndef INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_
#define INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_

#include <cstdint>
#include <deque>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

// The measurements of one round of a worker's loop. A round admits jobs, runs a
// decoder step and collects the finished jobs.
struct RoundSample {
  // Duration of the round, in seconds. Excludes time in which the process was
  // stopped.
  double seconds = 0.0;
  // Duration of the decoder step, in seconds. Null if the round had no step
  // because no sentence was decoding.
  std::optional<double> step_seconds = {};
  // Sum of Job::cost() over the translated jobs.
  int64_t finished_cost = 0;
  // Number of jobs that left the engine in this round, including cancelled and
  // expired jobs.
  int64_t finished_jobs = 0;
  // Source tokens of the translated jobs.
  int64_t finished_tokens = 0;
  // Total engine time of the jobs that left the engine in this round, including
  // cancelled and expired jobs. In seconds. Excludes time in which the process
  // was stopped.
  double engine_seconds = 0.0;
  // Whether jobs still waited for a slot after the round. Only a saturated
  // round measures the throughput, because a half-empty batch takes nearly as
  // long as a full one.
  bool saturated = false;
};

// The speed of the workers. Recent measurements count more than old ones. Null
// means unknown.
struct Throughput {
  // Cost per second of all workers together while jobs wait. Null until enough
  // jobs have finished under load, if none of them was translated, and after 30
  // seconds without load.
  std::optional<double> cost_per_second = {};
  // Seconds that a job stays in a full engine for each of its source tokens.
  // This is the engine time of all jobs, divided by the tokens of the
  // translated ones (the estimate of Epstein and Sobel, 1953, for censored
  // lifetimes). Null if cost_per_second is null.
  std::optional<double> seconds_per_token = {};
  // Seconds of the fastest decoder step of the last 30 seconds: a lower bound
  // on the time of a token. Null if no step ran in this time.
  std::optional<double> fastest_step_seconds = {};
};

// Thread-safe.
class ThroughputMeter {
 public:
  explicit ThroughputMeter(int32_t workers) : workers_(workers) {}

  // Adds a round that ended at `now`.
  void Record(const RoundSample& sample, TimePoint now)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Returns the throughput at `now`. A value is null while there are too few
  // measurements for it. A value is also null if the last measurement for it is
  // older than 30 s, so that a recovered server stops rejecting requests.
  Throughput Read(TimePoint now) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Step {
    TimePoint ended;
    double seconds = 0.0;
  };

  void RecordStep(const Step& step) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int32_t workers_;
  mutable Mutex mutex_;
  // The four sums over saturated rounds: of finished_cost, seconds,
  // finished_tokens and engine_seconds. A sum halves with every
  // kHalfLifeSeconds of these rounds, and does not change between them: an idle
  // server does not measure, so its last measurement stays the best one. With
  // less weight, the first rounds of the next burst would count too much. They
  // take time before any job finishes. The sums restart from 0 after 30 seconds
  // without such a round.
  double cost_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double tokens_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double engine_seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  int64_t jobs_ ABSL_GUARDED_BY(mutex_) = 0;
  TimePoint last_saturated_ ABSL_GUARDED_BY(mutex_);
  // The steps that were faster than all later steps, oldest first. Their
  // durations increase, so the first step that is not stale is the fastest one.
  std::deque<Step> fast_steps_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_
