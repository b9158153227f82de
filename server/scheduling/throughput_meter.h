// How fast the workers really are, measured step by step.

#ifndef INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_
#define INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_

#include <cstdint>
#include <optional>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

// One round of a worker's loop: admission, step, collection.
struct WorkSample {
  double seconds = 0.0;  // in which it worked
  // Job::work() of the jobs that finished, and their number.
  int64_t finished_work = 0;
  int64_t finished_jobs = 0;
  // Source tokens of the jobs that were translated.
  int64_t finished_tokens = 0;
  // Such time in the engine of all that left it, translated or not.
  double engine_seconds = 0.0;
  // Whether texts were left waiting. Only then does the round say what the
  // server can do: a half-empty batch costs nearly as much as a full one.
  bool saturated = false;
};

struct Throughput {
  // Work done by all workers together while texts wait. Nothing until enough
  // jobs have finished under load.
  std::optional<double> work_per_second = {};
  // How long a text is in an engine that is full, for each of its source
  // tokens: the time of all over the tokens of those that got to their end (the
  // estimate for censored lifetimes of Epstein and Sobel, 1953). Known when
  // work_per_second is.
  std::optional<double> seconds_per_token = {};
  // The fastest round so far: a lower bound on the time of one token.
  std::optional<double> fastest_step_seconds = {};
};

// Thread-safe.
class ThroughputMeter {
 public:
  explicit ThroughputMeter(int32_t workers) : workers_(workers) {}

  // The sample's round ended now.
  void Record(const WorkSample& sample, TimePoint now)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Of long ago nothing is known: a server that has become fast again must not
  // go on refusing what it could do.
  Throughput Read(TimePoint now) const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const int32_t workers_;
  mutable Mutex mutex_;
  // Sums over saturated rounds, halved for every kHalfLifeSeconds of worker
  // time that passed since.
  double work_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double tokens_ ABSL_GUARDED_BY(mutex_) = 0.0;
  double engine_seconds_ ABSL_GUARDED_BY(mutex_) = 0.0;
  int64_t jobs_ ABSL_GUARDED_BY(mutex_) = 0;
  TimePoint last_saturated_ ABSL_GUARDED_BY(mutex_);
  std::optional<double> fastest_step_seconds_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_THROUGHPUT_METER_H_
