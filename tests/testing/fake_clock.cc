#include "tests/testing/fake_clock.h"

namespace interpres {

bool FakeClock::WaitUntil(Mutex& mutex, CondVar& condition, TimePoint deadline,
                          const std::function<bool()>& predicate) {
  // Advance takes waiters_mutex_, then `mutex`: so the list is changed with
  // `mutex` released. What changes meanwhile is seen by the loop's first check.
  mutex.Unlock();
  std::list<Waiter>::iterator self;
  {
    const MutexLock lock(waiters_mutex_);
    self = waiters_.insert(waiters_.end(), {&mutex, &condition});
    waiters_changed_.NotifyAll();
  }
  mutex.Lock();
  while (!predicate() && Now() < deadline) {
    condition.Wait(mutex);
  }
  mutex.Unlock();
  {
    const MutexLock lock(waiters_mutex_);
    waiters_.erase(self);
  }
  mutex.Lock();
  return predicate();
}

void FakeClock::Advance(Duration duration) {
  const MutexLock lock(waiters_mutex_);
  now_.store(now_.load() + duration);
  for (const Waiter& waiter : waiters_) {
    // A waiter that has read the old time holds its mutex until it waits.
    const MutexLock waiter_lock(*waiter.mutex);
    waiter.condition->NotifyAll();
  }
}

void FakeClock::AwaitWaiters(size_t count) {
  const MutexLock lock(waiters_mutex_);
  while (waiters_.size() < count) {
    waiters_changed_.Wait(waiters_mutex_);
  }
}

}  // namespace interpres
