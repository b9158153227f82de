// Shares the CPUs among the models of a server, in time slices of many decoder
// steps. The slices of the operating system have one or two steps. So each of
// them would read the weights of another model into the cache of the CPU.

#ifndef INTERPRES_SERVER_WORKER_TIME_SLICES_H_
#define INTERPRES_SERVER_WORKER_TIME_SLICES_H_

#include <chrono>
#include <cstdint>
#include <list>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"

namespace interpres {

class SlicedThread;
class TimeShare;

// Lets at most one thread per CPU compute. The thread of the model that has
// used the least time goes first, so each model gets the same share. A model
// that was idle has at most one slice less than the others, so its first step
// does not wait for a whole slice of another model. This is start-time fair
// queueing (Goyal et al., 1996) with a credit for idle models. Thread-safe.
// Must outlive its shares.
class TimeSlices {
 public:
  // How long a thread keeps its CPU while others wait.
  static constexpr Duration kSlice = std::chrono::milliseconds(100);

  // `clock` must outlive the object. REQUIRES: cpus >= 1.
  TimeSlices(int32_t cpus, Clock& clock) : clock_(clock), free_(cpus) {}
  TimeSlices(const TimeSlices&) = delete;
  TimeSlices& operator=(const TimeSlices&) = delete;

  // Returns how many threads wait for a CPU.
  int64_t waiting() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  friend class SlicedThread;

  // See SlicedThread.
  void Await(SlicedThread& thread) ABSL_LOCKS_EXCLUDED(mutex_);
  void Release(SlicedThread& thread) ABSL_LOCKS_EXCLUDED(mutex_);

  // Adds the time since the last call to the time that the model has used, and
  // moves least_used_. REQUIRES: the thread has a CPU.
  void Count(SlicedThread& thread) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns whether the thread must line up again: its slice is over, or its
  // model has used a slice more than the model of the thread that goes first.
  // REQUIRES: a thread waits.
  bool IsOver(const SlicedThread& thread) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void GiveBack(SlicedThread& thread) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Gives the free CPUs to waiting threads, in the order of Next.
  void Grant() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The waiting thread that goes first. REQUIRES: a thread waits.
  std::list<SlicedThread*>::const_iterator Next() const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Clock& clock_;
  mutable Mutex mutex_;
  int32_t free_ ABSL_GUARDED_BY(mutex_);  // CPUs
  std::list<SlicedThread*> waiting_ ABSL_GUARDED_BY(mutex_);
  // The models that have a thread with a CPU, or a thread that waits for one.
  std::vector<TimeShare*> active_ ABSL_GUARDED_BY(mutex_);
  // The least time that one of the active models has used. Never falls, so that
  // a model that comes back is not behind the others by its whole idle time.
  Duration least_used_ ABSL_GUARDED_BY(mutex_) = {};
};

// The part of one model in a TimeSlices. Thread-safe. Must outlive its threads.
class TimeShare {
 public:
  // Null `slices` means that the threads of the model compute at any time.
  explicit TimeShare(TimeSlices* slices) : slices_(slices) {}
  TimeShare(const TimeShare&) = delete;
  TimeShare& operator=(const TimeShare&) = delete;

 private:
  friend class SlicedThread;
  friend class TimeSlices;
  // The place in the order of Next. Each thread that has a CPU counts as a
  // slice, so that threads of other models go before a second one.
  Duration Place() const { return used_ + running_ * TimeSlices::kSlice; }
  bool IsActive() const { return running_ + waiting_ > 0; }

  TimeSlices* const slices_;
  // Guarded by TimeSlices::mutex_.
  Duration used_ = {};
  int32_t running_ = 0;  // threads that have a CPU
  int32_t waiting_ = 0;  // threads that wait for one
};

// A decoding thread of a model. Not thread-safe: owned by the thread.
class SlicedThread {
 public:
  explicit SlicedThread(TimeShare& share) : share_(share) {}
  ~SlicedThread() { Release(); }
  SlicedThread(const SlicedThread&) = delete;
  SlicedThread& operator=(const SlicedThread&) = delete;

  // Returns when the thread has a CPU. If the thread has one already, it keeps
  // the CPU until its slice is over or a model comes back from an idle time,
  // and then lines up with the threads that wait. Call Await before each step.
  void Await() {
    if (share_.slices_ != nullptr) {
      share_.slices_->Await(*this);
    }
  }
  // Gives the CPU back, if the thread has one. Call Release before the thread
  // waits for work.
  void Release() {
    if (share_.slices_ != nullptr) {
      share_.slices_->Release(*this);
    }
  }

 private:
  friend class TimeSlices;
  TimeShare& share_;
  // Guarded by TimeSlices::mutex_.
  bool has_cpu_ = false;
  TimePoint since_ = {};    // when the slice began
  TimePoint counted_ = {};  // TimeShare::used_ has the time until then
  CondVar granted_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_WORKER_TIME_SLICES_H_
