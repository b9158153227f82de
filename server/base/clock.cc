#include "server/base/clock.h"

namespace interpres {

bool RealClock::WaitUntil(Mutex& mutex, CondVar& condition, TimePoint deadline,
                          const std::function<bool()>& predicate) {
  while (!predicate()) {
    if (Now() >= deadline) {
      return false;
    }
    // wait_until(max) overflows in some standard libraries.
    if (deadline == kNever) {
      condition.Wait(mutex);
    } else {
      condition.WaitUntil(mutex, deadline);
    }
  }
  return true;
}

}  // namespace interpres
