// The segments of a request that wait outside the queue.

#ifndef INTERPRES_SERVER_SERVICE_SEGMENT_WINDOW_H_
#define INTERPRES_SERVER_SERVICE_SEGMENT_WINDOW_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "model/decoding/sentence.h"
#include "server/base/mutex.h"
#include "server/scheduling/queue_policy.h"

namespace interpres {

// A segment that is ready for the engine.
struct PreparedSegment {
  Sentence sentence = {};
  int32_t text = 0;     // the index of its text in the request
  int32_t segment = 0;  // its index in the text
};

// Returns the load of jobs with these sentences.
QueueLoad LoadOf(const PreparedSegment& segment);

// Maximum size of a window.
struct WindowLimits {
  int64_t segments = 256;
  int64_t tokens = 65536;
};

// Returns the limits of a window that takes at most half of a queue, so that
// the queue has room for other requests.
WindowLimits WindowFor(const QueueLimits& queue);

// Gives out the segments of a request in order, so that a limited number is
// open: queued or being translated. A window with one segment may exceed the
// limit of tokens. Thread-safe.
class SegmentWindow {
 public:
  explicit SegmentWindow(const WindowLimits& limits) : limits_(limits) {}

  void Add(PreparedSegment segment) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the load of the segments that wait.
  QueueLoad waiting() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes and returns the segments for which the window has room. They are
  // open from now on. The caller must queue them, and then call Opened unless
  // no segment waits any longer. REQUIRES: called for the first window, or
  // Close or Opened has returned true.
  std::vector<PreparedSegment> Open() ABSL_LOCKS_EXCLUDED(mutex_);

  // The segments of Open are queued. Returns true if the caller must call Open
  // again, because half of the window is free already. Otherwise Close returns
  // true once, when this is so.
  bool Opened() ABSL_LOCKS_EXCLUDED(mutex_);

  // Records that an open segment of `tokens` source tokens has its result.
  // Returns true if the caller must call Open: segments wait, and half of the
  // window is free. Returns false between Open and Opened.
  bool Close(int64_t tokens) ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes all segments that wait, because their call has ended.
  // Returns their load. REQUIRES: as for Open. Close returns false from now on.
  QueueLoad Clear() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool HasRoom(const PreparedSegment& next) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns whether it is time to open the next segments, and notes that a
  // caller does so.
  bool IsDue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const WindowLimits limits_;
  mutable Mutex mutex_;
  std::deque<PreparedSegment> waiting_ ABSL_GUARDED_BY(mutex_);
  QueueLoad waiting_load_ ABSL_GUARDED_BY(mutex_);
  int64_t open_segments_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t open_tokens_ ABSL_GUARDED_BY(mutex_) = 0;
  // True while a thread queues the next sentences: before the first Opened, and
  // from a Close that returned true to the next Opened.
  bool opening_ ABSL_GUARDED_BY(mutex_) = true;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_WINDOW_H_
