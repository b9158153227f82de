// The time that a training run has taken.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_

#include <functional>

#include "model/training/training_state.h"

namespace interpres {

// Counts the seconds of a run over all its sessions, and the seconds of the
// window since the last progress line. Not thread-safe.
class TrainingClock {
 public:
  // `now_seconds` is a monotonic clock.
  explicit TrainingClock(std::function<double()> now_seconds);

  // Continues a run, and its window, where `counters` say that it was saved.
  void Resume(const TrainingCounters& counters);

  // The seconds of the run so far.
  double Seconds() const;

  // The Seconds() at which the window began, later by what was left out.
  double window_begin() const { return window_begin_; }

  // Begins another window now.
  void BeginWindow();

  // Leaves the time since `begin`, a result of Seconds(), out of the window:
  // validation and saving are no part of the training speed.
  void LeaveOutSince(double begin);

 private:
  const std::function<double()> now_seconds_;
  double offset_ = 0.0;        // Seconds() minus now_seconds_()
  double window_begin_ = 0.0;  // in Seconds()
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
