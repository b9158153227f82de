// A clock that stands still until a test moves it.

#ifndef INTERPRES_TESTS_TESTING_FAKE_CLOCK_H_
#define INTERPRES_TESTS_TESTING_FAKE_CLOCK_H_

#include <atomic>
#include <functional>
#include <list>

#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

// A clock that moves only when a test moves it. Thread-safe. Starts an hour
// after the epoch, so that tests can subtract from the time.
class FakeClock final : public Clock {
 public:
  TimePoint Now() const override { return now_.load(); }
  bool WaitUntil(Mutex& mutex, CondVar& condition, TimePoint deadline,
                 const std::function<bool()>& predicate) override
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

  // Moves the time on and wakes all waiters whose deadline may have come.
  void Advance(Duration duration) ABSL_LOCKS_EXCLUDED(waiters_mutex_);
  // Blocks until `count` threads are in WaitUntil.
  void AwaitWaiters(size_t count) ABSL_LOCKS_EXCLUDED(waiters_mutex_);

 private:
  struct Waiter {
    Mutex* mutex;
    CondVar* condition;
  };

  std::atomic<TimePoint> now_ = TimePoint(std::chrono::hours(1));
  Mutex waiters_mutex_;  // taken before a waiter's own mutex
  CondVar waiters_changed_;
  std::list<Waiter> waiters_ ABSL_GUARDED_BY(waiters_mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FAKE_CLOCK_H_
