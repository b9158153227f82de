#include "server/scheduling/throughput_meter.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace interpres {
namespace {

constexpr double kHalfLifeSeconds = 10.0;
// Before this many jobs have finished, the mean says little: the first rounds
// of a burst take time and finish nothing.
constexpr int64_t kEnoughJobs = 16;
// Without a saturated round for so long, the pace counts as unknown.
constexpr std::chrono::seconds kKnownFor(30);

}  // namespace

void ThroughputMeter::Record(const WorkSample& sample, TimePoint now) {
  const MutexLock lock(mutex_);
  if (sample.seconds > 0.0) {
    fastest_step_seconds_ = std::min(
        fastest_step_seconds_.value_or(sample.seconds), sample.seconds);
  }
  if (!sample.saturated) {
    return;
  }
  if (now - last_saturated_ > kKnownFor) {
    work_ = seconds_ = tokens_ = engine_seconds_ = 0.0;
    jobs_ = 0;
  }
  last_saturated_ = now;
  const double kept = std::exp2(-sample.seconds / kHalfLifeSeconds);
  work_ = work_ * kept + static_cast<double>(sample.finished_work);
  seconds_ = seconds_ * kept + sample.seconds;
  tokens_ = tokens_ * kept + static_cast<double>(sample.finished_tokens);
  engine_seconds_ = engine_seconds_ * kept + sample.engine_seconds;
  jobs_ += sample.finished_jobs;
}

Throughput ThroughputMeter::Read(TimePoint now) const {
  const MutexLock lock(mutex_);
  Throughput throughput;
  throughput.fastest_step_seconds = fastest_step_seconds_;
  if (now - last_saturated_ <= kKnownFor && jobs_ >= kEnoughJobs &&
      seconds_ > 0.0 && work_ > 0.0) {
    throughput.work_per_second = workers_ * work_ / seconds_;
    throughput.seconds_per_token =
        tokens_ > 0.0 ? engine_seconds_ / tokens_ : 0.0;
  }
  return throughput;
}

}  // namespace interpres
