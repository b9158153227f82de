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

// A segment of a text, tokenised for the engine, with the place of the segment
// in the request.
struct PreparedSegment {
  Sentence sentence = {};
  int32_t text = 0;     // the index of its text in the request
  int32_t segment = 0;  // its index in the text
};

// Returns the load of one job that translates `segment`: its source tokens and
// its cost.
QueueLoad LoadOf(const PreparedSegment& segment);

// Maximum size of the window of a request: its segments that are in the queue
// or in the engine, and their source tokens.
struct WindowLimits {
  int64_t segments = 256;
  int64_t tokens = 65536;
};

// Returns the limits of the window of a request. The window takes at most half
// of the queue, so that the queue has room for other requests, and at most the
// defaults of WindowLimits. Both limits are at least 1.
WindowLimits WindowFor(const QueueLimits& queue);

// Gives out the segments of a request in order, so that a limited number is
// open: queued or being translated. The open segments are the window. A window
// with one segment may exceed the limit of tokens. Thread-safe.
class SegmentWindow {
 public:
  explicit SegmentWindow(const WindowLimits& limits) : limits_(limits) {}

  void Add(PreparedSegment segment) ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the load of the segments that wait: those that Add has added, and
  // that Open and Clear have not removed.
  QueueLoad waiting() const ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes and returns the next waiting segments for which the window has
  // room. The list may be empty. These segments are open from now on. The
  // caller must queue them, and then call Opened unless no segment waits any
  // longer. REQUIRES: called for the first window, or Close or Opened has
  // returned true since the last Open.
  std::vector<PreparedSegment> Open() ABSL_LOCKS_EXCLUDED(mutex_);

  // Records that the segments of the last Open are queued. Returns true if the
  // caller must call Open again, because half of the window is free already and
  // has room for the next segment that waits. Otherwise a later Close returns
  // true when this is so.
  bool Opened() ABSL_LOCKS_EXCLUDED(mutex_);

  // Records that an open segment of `tokens` source tokens has its result.
  // Returns true if the caller must call Open: half of the window is free and
  // has room for the next segment that waits. Returns false while another
  // caller must call Open or Opened.
  bool Close(int64_t tokens) ABSL_LOCKS_EXCLUDED(mutex_);

  // Removes all segments that wait, because the request has ended, and returns
  // their load. From now on, Close returns false. REQUIRES: called in place of
  // Open, or after Open and before Opened.
  QueueLoad Clear() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool HasRoom(const PreparedSegment& next) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns whether half of the window is free and has room for the next
  // segment that waits, and no caller must call Open or Opened already. If
  // true, sets opening_.
  bool IsDue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const WindowLimits limits_;
  mutable Mutex mutex_;
  std::deque<PreparedSegment> waiting_ ABSL_GUARDED_BY(mutex_);
  QueueLoad waiting_load_ ABSL_GUARDED_BY(mutex_);
  int64_t open_segments_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t open_tokens_ ABSL_GUARDED_BY(mutex_) = 0;
  // True while a caller must call Open or Opened: before the first Opened, and
  // from a Close or Opened that returned true to the next Opened.
  bool opening_ ABSL_GUARDED_BY(mutex_) = true;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_WINDOW_H_
