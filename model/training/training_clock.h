// Measures the time of a training run.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_

#include <functional>

#include "model/training/training_state.h"

namespace interpres {

// Counts the seconds of a run over all its sessions, and the seconds of the
// window since the last progress line. Not thread-safe.
class TrainingClock {
 public:
  // `now_seconds` returns the seconds of a monotonic clock.
  explicit TrainingClock(std::function<double()> now_seconds);

  // Continues the run and the window at the times that `counters` stored.
  void Resume(const TrainingCounters& counters);

  // Returns the seconds of the run over all sessions.
  double Seconds() const;

  // Returns the Seconds() at which the window began, plus the excluded time.
  double window_begin() const { return window_begin_; }

  // Begins a new window at the current time.
  void BeginWindow();

  // Excludes the time since `begin` from the window, because validation and
  // saving are not part of the training speed. REQUIRES: `begin` is a result of
  // Seconds().
  void LeaveOutSince(double begin);

 private:
  const std::function<double()> now_seconds_;
  double offset_ = 0.0;        // Seconds() minus now_seconds_()
  double window_begin_ = 0.0;  // in Seconds()
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
