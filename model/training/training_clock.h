// Measures the time of a training run.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_

#include <functional>

#include "model/training/training_state.h"

namespace interpres {

// Counts the seconds of a run over all its sessions (a session is one process),
// and the seconds of the window since the last progress line. Not thread-safe.
class TrainingClock {
 public:
  // `now_seconds` returns the current time of a monotonic clock, in seconds,
  // from any origin. REQUIRES: Resume() is called before the other functions.
  explicit TrainingClock(std::function<double()> now_seconds);

  // Sets the clock to the run time and the window time that `counters` stored.
  // The clock counts on from there.
  void Resume(const TrainingCounters& counters);

  // Returns the seconds of the run so far, over all sessions. Excluded time
  // counts.
  double Seconds() const;

  // Returns the Seconds() at which the window began, plus the excluded time.
  // Seconds() - window_begin() is the time of the window without excluded time.
  double window_begin() const { return window_begin_; }

  // Begins a new window at the current time, without excluded time.
  void BeginWindow();

  // Excludes the time from `begin` until now from the window, because
  // validation and saving are not part of the training speed. REQUIRES: `begin`
  // is a result of Seconds() in this window.
  void LeaveOutSince(double begin);

 private:
  const std::function<double()> now_seconds_;
  double offset_ = 0.0;        // Seconds() minus now_seconds_()
  double window_begin_ = 0.0;  // in Seconds()
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_CLOCK_H_
