// The time as the load generator sees it; tests replace it.

#ifndef INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_
#define INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_

#include <chrono>
#include <functional>
#include <thread>

namespace interpres {

// The CPU time of this process so far, in seconds, over all its threads.
double ProcessCpuSeconds();

// Called by several threads at once.
struct LoadClock {
  using TimePoint = std::chrono::steady_clock::time_point;

  std::function<TimePoint()> now = std::chrono::steady_clock::now;
  // Returns at once for a time that has passed.
  std::function<void(TimePoint)> sleep_until = [](TimePoint time) {
    std::this_thread::sleep_until(time);
  };
  std::function<double()> cpu_seconds = ProcessCpuSeconds;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_
