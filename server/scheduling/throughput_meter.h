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
  // Duration of the round, in seconds. At most 5: in the rest of a longer round
  // the process was stopped or had no CPU.
  double seconds = 0.0;
  // Duration of the decoder step, in seconds. Null if the round had no step
  // because no sentence was decoding.
  std::optional<double> step_seconds = {};
  // Sum of Job::cost() over the jobs that left the engine in this round with a
  // translation.
  int64_t finished_cost = 0;
  // Number of jobs that left the engine in this round, including cancelled,
  // expired and failed jobs.
  int64_t finished_jobs = 0;
  // Number of source tokens of the jobs that left the engine in this round with
  // a translation.
  int64_t finished_tokens = 0;
  // Total time in the engine, in seconds, of the jobs that left the engine in
  // this round. Includes cancelled, expired and failed jobs. Leaves out the
  // part of each round after its first 5 s, in which the process was stopped.
  double engine_seconds = 0.0;
  // Whether a job of the present turn waited after the round
  // (Scheduler::turn_state). Only such a round measures the throughput, because
  // a half-empty batch takes nearly as long as a full batch.
  bool saturated = false;
};

// The speed of the workers of one model, as ThroughputMeter measured it. A null
// field means that its speed is unknown.
struct Throughput {
  // Sum of Job::cost() that all workers together translate per second while
  // jobs wait. Null until 16 jobs have left the engines in rounds with waiting
  // jobs, and while no such job was translated. Null again 30 s after the last
  // such round. Recent rounds count more.
  std::optional<double> cost_per_second = {};
  // Seconds that a job stays in a full engine for each of its source tokens.
  // This is the engine time of all jobs, divided by the source tokens of the
  // translated jobs. Epstein and Sobel (1953) derive this estimate for censored
  // lifetimes. Null if and only if cost_per_second is null.
  std::optional<double> seconds_per_token = {};
  // Duration, in seconds, of the fastest decoder step that ended in the last 30
  // seconds: a lower bound on the time of a token. Null if no step ended in
  // this time.
  std::optional<double> fastest_step_seconds = {};
};

// Measures the throughput of the workers of one model from the rounds that the
// workers record. Thread-safe.
class ThroughputMeter {
 public:
  explicit ThroughputMeter(int32_t workers) : workers_(workers) {}

  // Adds the measurements of a worker's round that ended at `now`. A round that
  // is not saturated counts only for the fastest step.
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
  // Sums of finished_cost, seconds, finished_tokens and engine_seconds over the
  // saturated rounds. Each 10 s of such rounds halve the older part of a sum.
  // Time between such rounds does not. Otherwise the first rounds of a burst,
  // in which no job finishes, would count too much. The sums restart from 0
  // after 30 s without such a round.
  double cost_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double tokens_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double engine_seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  int64_t jobs_ ABSL_GUARDED_BY(mutex_) = 0;
  TimePoint last_saturated_ ABSL_GUARDED_BY(mutex_);
  // The decoder steps that were faster than all later steps, oldest first.
  // Their durations increase, so the first step that is not older than 30 s is
  // the fastest of the last 30 s.
  std::deque<Step> fast_steps_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_
