#include "server/service/segment_window.h"

#include <algorithm>
#include <utility>

#include "server/scheduling/job.h"

namespace interpres {
namespace {

int64_t TokensOf(const PreparedSegment& segment) {
  return static_cast<int64_t>(segment.sentence.source.size());
}

}  // namespace

QueueLoad LoadOf(const PreparedSegment& segment) {
  return {.jobs = 1,
          .tokens = TokensOf(segment),
          .cost = DecodingCost(segment.sentence)};
}

WindowLimits WindowFor(const QueueLimits& queue) {
  const WindowLimits most;
  return {.segments = std::clamp<int64_t>(queue.max_jobs / 2, 1, most.segments),
          .tokens = std::clamp<int64_t>(queue.max_tokens / 2, 1, most.tokens)};
}

void SegmentWindow::Add(PreparedSegment segment) {
  const MutexLock lock(mutex_);
  waiting_load_ = waiting_load_ + LoadOf(segment);
  waiting_.push_back(std::move(segment));
}

QueueLoad SegmentWindow::waiting() const {
  const MutexLock lock(mutex_);
  return waiting_load_;
}

bool SegmentWindow::HasRoom(const PreparedSegment& next) const {
  return open_segments_ == 0 ||
         (open_segments_ < limits_.segments &&
          open_tokens_ + TokensOf(next) <= limits_.tokens);
}

std::vector<PreparedSegment> SegmentWindow::Open() {
  std::vector<PreparedSegment> opened;
  const MutexLock lock(mutex_);
  while (!waiting_.empty() && HasRoom(waiting_.front())) {
    open_segments_ += 1;
    open_tokens_ += TokensOf(waiting_.front());
    waiting_load_ = waiting_load_ - LoadOf(waiting_.front());
    opened.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  return opened;
}

bool SegmentWindow::Opened() {
  const MutexLock lock(mutex_);
  opening_ = false;
  return IsDue();
}

bool SegmentWindow::Close(int64_t tokens) {
  const MutexLock lock(mutex_);
  open_segments_ -= 1;
  open_tokens_ -= tokens;
  return IsDue();
}

bool SegmentWindow::IsDue() {
  const bool is_half_free = open_segments_ <= limits_.segments / 2 &&
                            open_tokens_ <= limits_.tokens / 2;
  if (opening_ || waiting_.empty() || !is_half_free ||
      !HasRoom(waiting_.front())) {
    return false;
  }
  opening_ = true;
  return true;
}

QueueLoad SegmentWindow::Clear() {
  const MutexLock lock(mutex_);
  waiting_.clear();
  return std::exchange(waiting_load_, {});
}

}  // namespace interpres
