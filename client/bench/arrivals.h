// The arrival times of the requests of an open loop. They do not depend on the
// answers to earlier requests, as with independent users.

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
  // Mean number of requests per second; above 0. RunLoad accepts at most 10^6.
  double rate = 1.0;
  ArrivalPattern pattern = ArrivalPattern::kPoisson;
  // Seed of the random gaps of kPoisson. The same seed gives the same times on
  // every machine.
  uint64_t seed = 1;
};

// A sequence of arrival times. Not thread-safe.
class Arrivals {
 public:
  explicit Arrivals(const ArrivalOptions& options)
      : options_(options), random_(options.seed) {}

  // Returns the time from the start to the next arrival. The first arrival is
  // one gap after the start.
  std::chrono::nanoseconds Next();

 private:
  const ArrivalOptions options_;
  std::mt19937_64 random_;
  int64_t count_ = 0;
  double seconds_ = 0.0;
};

// Calls send(t) for every arrival t in [start, end). The call happens at t, or
// as soon as possible if an earlier call took too long. A late request keeps
// its t, so that its latency is the wait of its user (no "coordinated
// omission"). Blocks until the last call has returned.
void Pace(Arrivals arrivals, LoadClock::TimePoint start,
          LoadClock::TimePoint end, const LoadClock& clock,
          const std::function<void(LoadClock::TimePoint)>& send);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_BENCH_ARRIVALS_H_
