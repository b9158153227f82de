// The source of time. Code that waits or measures uses a Clock, so that tests
// can control time (tests/testing/fake_clock.h).

#ifndef INTERPRES_SERVER_BASE_CLOCK_H_
#define INTERPRES_SERVER_BASE_CLOCK_H_

#include <chrono>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "server/base/mutex.h"

namespace interpres {

using Duration = std::chrono::steady_clock::duration;
using TimePoint = std::chrono::steady_clock::time_point;

// A deadline that never comes.
inline constexpr TimePoint kNever = TimePoint::max();

inline double Seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;

  // Monotonic.
  virtual TimePoint Now() const = 0;

  // Blocks until `predicate` returns true or `deadline` has passed. Releases
  // `mutex` while it waits, and holds it when it calls the predicate and when
  // it returns. Returns the last value of the predicate.
  //
  // REQUIRES: code that changes the value of the predicate notifies
  // `condition`.
  virtual bool WaitUntil(Mutex& mutex, CondVar& condition, TimePoint deadline,
                         const std::function<bool()>& predicate)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) = 0;
};

class RealClock final : public Clock {
 public:
  TimePoint Now() const override { return std::chrono::steady_clock::now(); }
  bool WaitUntil(Mutex& mutex, CondVar& condition, TimePoint deadline,
                 const std::function<bool()>& predicate) override
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_CLOCK_H_
