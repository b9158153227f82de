// A clock for the load generator: sleeping moves it, and nothing else does but
// the test.

#ifndef INTERPRES_TESTS_CLIENT_BENCH_FAKE_LOAD_CLOCK_H_
#define INTERPRES_TESTS_CLIENT_BENCH_FAKE_LOAD_CLOCK_H_

#include <algorithm>
#include <chrono>
#include <mutex>

#include "client/bench/load_clock.h"

namespace interpres {

// Thread-safe. Must outlive its clocks.
class FakeLoadClock {
 public:
  using TimePoint = LoadClock::TimePoint;

  TimePoint Now() {
    const std::lock_guard<std::mutex> lock(mutex_);
    now_ += step_;
    return now_;
  }
  void Advance(std::chrono::nanoseconds by) {
    const std::lock_guard<std::mutex> lock(mutex_);
    now_ += by;
  }
  // From now on every call of Now moves the clock by `step`.
  void StepAtEachLook(std::chrono::nanoseconds step) { step_ = step; }

  LoadClock clock() {
    return {.now = [this] { return Now(); },
            .sleep_until = [this](TimePoint time) { SleepUntil(time); },
            // Half a core.
            .cpu_seconds =
                [this] {
                  const std::lock_guard<std::mutex> lock(mutex_);
                  return std::chrono::duration<double>(now_.time_since_epoch())
                             .count() /
                         2.0;
                }};
  }

 private:
  void SleepUntil(TimePoint time) {
    const std::lock_guard<std::mutex> lock(mutex_);
    now_ = std::max(now_, time);
  }

  std::mutex mutex_;
  TimePoint now_ = TimePoint(std::chrono::hours(1));
  std::chrono::nanoseconds step_{0};
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_CLIENT_BENCH_FAKE_LOAD_CLOCK_H_
