// When the requests of an open loop arrive: at times of their own, whether the
// earlier ones are answered or not, as those of independent users do.

#ifndef INTERPRES_CLIENT_BENCH_ARRIVALS_H_
#define INTERPRES_CLIENT_BENCH_ARRIVALS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>

#include "client/bench/load_clock.h"

namespace interpres {

enum class ArrivalPattern {
  kPoisson,  // independent of each other: exponential gaps
  kFixed,    // equal gaps
};

struct ArrivalOptions {
  // On average, per second; above 0.
  double rate = 1.0;
  ArrivalPattern pattern = ArrivalPattern::kPoisson;
  // Of the gaps; the same seed gives the same times everywhere.
  uint64_t seed = 1;
};

// Not thread-safe.
class Arrivals {
 public:
  explicit Arrivals(const ArrivalOptions& options)
      : options_(options), random_(options.seed) {}

  // The time of the next arrival since the start; the first is one gap after
  // it.
  std::chrono::nanoseconds Next();

 private:
  const ArrivalOptions options_;
  std::mt19937_64 random_;
  int64_t count_ = 0;
  double seconds_ = 0.0;
};

// Calls send(t) for every arrival t in [start, end), at t or, if the caller was
// held up, as soon as it can: a late request keeps the time at which it should
// have been sent, so that its latency holds what its user waited (no
// "coordinated omission").
void Pace(Arrivals arrivals, LoadClock::TimePoint start,
          LoadClock::TimePoint end, const LoadClock& clock,
          const std::function<void(LoadClock::TimePoint)>& send);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_ARRIVALS_H_
