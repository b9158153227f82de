// The clock of the load generator. Tests replace it.

#ifndef INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_
#define INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_

#include <chrono>
#include <functional>
#include <thread>

namespace interpres {

// Returns the CPU time that all threads of this process have used, in seconds.
double ProcessCpuSeconds();

// REQUIRES: the functions are thread-safe.
struct LoadClock {
  using TimePoint = std::chrono::steady_clock::time_point;

  std::function<TimePoint()> now = std::chrono::steady_clock::now;
  // Returns immediately if the time has passed.
  std::function<void(TimePoint)> sleep_until = [](TimePoint time) {
    std::this_thread::sleep_until(time);
  };
  std::function<double()> cpu_seconds = ProcessCpuSeconds;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_LOAD_CLOCK_H_
