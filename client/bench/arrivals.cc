#include "client/bench/arrivals.h"

#include <cmath>

namespace interpres {

std::chrono::nanoseconds Arrivals::Next() {
  ++count_;
  if (options_.pattern == ArrivalPattern::kFixed) {
    // A sum of gaps would add up rounding errors.
    seconds_ = static_cast<double>(count_) / options_.rate;
  } else {
    // The distributions of the standard library differ between libraries.
    const double uniform = static_cast<double>(random_() >> 11) * 0x1p-53;
    seconds_ -= std::log1p(-uniform) / options_.rate;
  }
  return std::chrono::nanoseconds(std::llround(seconds_ * 1e9));
}

void Pace(Arrivals arrivals, LoadClock::TimePoint start,
          LoadClock::TimePoint end, const LoadClock& clock,
          const std::function<void(LoadClock::TimePoint)>& send) {
  for (LoadClock::TimePoint next = start + arrivals.Next(); next < end;
       next = start + arrivals.Next()) {
    clock.sleep_until(next);
    send(next);
  }
}

}  // namespace interpres
