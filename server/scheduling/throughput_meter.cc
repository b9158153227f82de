#include "server/scheduling/throughput_meter.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace interpres {
namespace {

constexpr double kHalfLifeSeconds = 10.0;
// The mean of fewer jobs is biased: the first rounds of a burst take time
// before any job finishes.
constexpr int64_t kEnoughJobs = 16;
// Older measurements are stale.
constexpr std::chrono::seconds kMaxAge(30);

bool IsStale(TimePoint measured, TimePoint now) {
  return now - measured > kMaxAge;
}

}  // namespace

void ThroughputMeter::Record(const RoundSample& sample, TimePoint now) {
  const MutexLock lock(mutex_);
  if (sample.step_seconds.has_value()) {
    RecordStep({.ended = now, .seconds = *sample.step_seconds});
  }
  if (!sample.saturated) {
    return;
  }
  if (IsStale(last_saturated_, now)) {
    cost_ = seconds_ = tokens_ = engine_seconds_ = 0.0;
    jobs_ = 0;
  }
  last_saturated_ = now;
  const double kept = std::exp2(-sample.seconds / kHalfLifeSeconds);
  cost_ = cost_ * kept + static_cast<double>(sample.finished_cost);
  seconds_ = seconds_ * kept + sample.seconds;
  tokens_ = tokens_ * kept + static_cast<double>(sample.finished_tokens);
  engine_seconds_ = engine_seconds_ * kept + sample.engine_seconds;
  jobs_ += sample.finished_jobs;
}

void ThroughputMeter::RecordStep(const Step& step) {
  while (!fast_steps_.empty() && fast_steps_.back().seconds >= step.seconds) {
    fast_steps_.pop_back();
  }
  fast_steps_.push_back(step);
  while (IsStale(fast_steps_.front().ended, step.ended)) {
    fast_steps_.pop_front();
  }
}

Throughput ThroughputMeter::Read(TimePoint now) const {
  const MutexLock lock(mutex_);
  Throughput throughput;
  const auto fastest = std::find_if(
      fast_steps_.begin(), fast_steps_.end(),
      [now](const Step& step) { return !IsStale(step.ended, now); });
  if (fastest != fast_steps_.end()) {
    throughput.fastest_step_seconds = fastest->seconds;
  }
  if (!IsStale(last_saturated_, now) && jobs_ >= kEnoughJobs &&
      seconds_ > 0.0 && cost_ > 0.0) {
    throughput.cost_per_second = workers_ * cost_ / seconds_;
    throughput.seconds_per_token =
        tokens_ > 0.0 ? engine_seconds_ / tokens_ : 0.0;
  }
  return throughput;
}

}  // namespace interpres
