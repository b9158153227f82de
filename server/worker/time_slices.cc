#include "server/worker/time_slices.h"

#include <algorithm>

namespace interpres {

int64_t TimeSlices::waiting() const {
  const MutexLock lock(mutex_);
  return static_cast<int64_t>(waiting_.size());
}

void TimeSlices::Await(SlicedThread& thread) {
  const MutexLock lock(mutex_);
  TimeShare& share = thread.share_;
  if (thread.has_cpu_) {
    Count(thread);
    if (waiting_.empty() || !IsOver(thread)) {
      return;
    }
    GiveBack(thread);
  } else if (!share.IsActive()) {
    share.used_ = std::max(share.used_, least_used_ - kSlice);
    active_.push_back(&share);
  }
  ++share.waiting_;
  waiting_.push_back(&thread);
  Grant();
  while (!thread.has_cpu_) {
    thread.granted_.Wait(mutex_);
  }
}

void TimeSlices::Release(SlicedThread& thread) {
  const MutexLock lock(mutex_);
  if (!thread.has_cpu_) {
    return;
  }
  Count(thread);
  GiveBack(thread);
  if (!thread.share_.IsActive()) {
    std::erase(active_, &thread.share_);
  }
  Grant();
}

void TimeSlices::Count(SlicedThread& thread) {
  const TimePoint now = clock_.Now();
  thread.share_.used_ += now - thread.counted_;
  thread.counted_ = now;
  const TimeShare* least =
      *std::min_element(active_.begin(), active_.end(),
                        [](const TimeShare* a, const TimeShare* b) {
                          return a->used_ < b->used_;
                        });
  least_used_ = std::max(least_used_, least->used_);
}

bool TimeSlices::IsOver(const SlicedThread& thread) const {
  return thread.counted_ - thread.since_ >= kSlice ||
         thread.share_.used_ >= (*Next())->share_.Place() + kSlice;
}

void TimeSlices::GiveBack(SlicedThread& thread) {
  thread.has_cpu_ = false;
  --thread.share_.running_;
  ++free_;
}

void TimeSlices::Grant() {
  while (free_ > 0 && !waiting_.empty()) {
    const auto next = Next();
    SlicedThread& thread = **next;
    waiting_.erase(next);
    --free_;
    --thread.share_.waiting_;
    ++thread.share_.running_;
    thread.has_cpu_ = true;
    thread.since_ = clock_.Now();
    thread.counted_ = thread.since_;
    thread.granted_.NotifyOne();
  }
}

std::list<SlicedThread*>::const_iterator TimeSlices::Next() const {
  return std::min_element(waiting_.begin(), waiting_.end(),
                          [](const SlicedThread* a, const SlicedThread* b) {
                            return a->share_.Place() < b->share_.Place();
                          });
}

}  // namespace interpres
