#include "server/scheduling/follow_up_meter.h"

namespace interpres {
namespace {

// About ten thousand sentences of 25 tokens with a beam of 4.
constexpr double kMaxFirstCost = 1e6;

}  // namespace

void FollowUpMeter::RecordFirst(int64_t cost) {
  const MutexLock lock(mutex_);
  first_ += static_cast<double>(cost);
  if (first_ > kMaxFirstCost) {
    first_ /= 2.0;
    follow_ups_ /= 2.0;
  }
}

void FollowUpMeter::RecordFollowUp(int64_t cost) {
  const MutexLock lock(mutex_);
  follow_ups_ += static_cast<double>(cost);
}

double FollowUpMeter::Share() const {
  const MutexLock lock(mutex_);
  return first_ == 0.0 ? 0.0 : follow_ups_ / first_;
}

}  // namespace interpres
