#include "model/training/training_clock.h"

#include <utility>

namespace interpres {

TrainingClock::TrainingClock(std::function<double()> now_seconds)
    : now_seconds_(std::move(now_seconds)) {}

void TrainingClock::Resume(const TrainingCounters& counters) {
  offset_ = counters.seconds - now_seconds_();
  window_begin_ = counters.seconds - counters.window_seconds;
}

double TrainingClock::Seconds() const { return now_seconds_() + offset_; }

void TrainingClock::BeginWindow() { window_begin_ = Seconds(); }

void TrainingClock::LeaveOutSince(double begin) {
  window_begin_ += Seconds() - begin;
}

}  // namespace interpres
