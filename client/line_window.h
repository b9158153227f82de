// The lines between the reader of the input, the stream that translates them
// and the printer of the results.

#ifndef INTERPRES_CLIENT_LINE_WINDOW_H_
#define INTERPRES_CLIENT_LINE_WINDOW_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "client/result_format.h"
#include "client/retry_policy.h"
#include "client/translation_client.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// A line and its result.
struct WindowLine {
  LineOutcome outcome;
  // Number of bytes from the beginning of the input to the end of the line.
  int64_t bytes = 0;
};

// What follows a stream that has ended.
struct AfterStream {
  // The wait before the next stream.
  std::chrono::milliseconds delay{0};
  // A warning to print: why the server is unavailable. OK means no warning.
  // Each outage has one warning, when the second stream in a row has failed and
  // the work goes on.
  absl::Status outage;
};

// Holds lines from Add to TakeDone. A line is done when it has a translation or
// an error. Each line is done exactly once, even if a stream breaks. A line
// without a result is sent again on the next stream. A second result for a line
// is ignored. The window holds at most `size` lines, so that memory does not
// grow with the input.
//
// Thread-safe. REQUIRES: at most one thread calls the functions of each group:
//   reader of the input   Add, EndInput
//   sender                AwaitWork, NextToSend, SetStream, OnStreamEnd
//   reader of the stream  OnResult, OnResultsEnd
//   printer               TakeDone
// Any thread may call Stop.
class LineWindow {
 public:
  struct Options {
    // Maximum number of lines in the window; at least 1.
    size_t size = 1;
    // Whether TakeDone returns the lines in the order of the input. If false,
    // lines are returned as soon as they are done.
    bool ordered = true;
    // Maximum time for one line, from its first sending on a stream, with
    // retries. Also the maximum time of an outage of the server. The time of an
    // outage does not count for the lines.
    std::chrono::milliseconds timeout{60000};
    RetryPolicy retry = {};
    // Returns the present; tests replace it.
    std::function<std::chrono::steady_clock::time_point()> now =
        std::chrono::steady_clock::now;
  };
  explicit LineWindow(const Options& options) : options_(options) {}

  // Blocks until the window has room, and adds `line`. `done` means that the
  // outcome of the line is already known, so that the line is not sent. Returns
  // false if the work has stopped: then the line is dropped.
  bool Add(WindowLine line, bool done);
  // No further line will be added.
  void EndInput();

  // Blocks until a line waits to be sent, and returns true. Returns false if no
  // line will wait any more, because all lines of the input are done or the
  // work has stopped.
  bool AwaitWork();
  // Blocks until a line may be sent on the present stream. Returns a message
  // with an id, the text and the timeout of the line; the caller adds the other
  // fields. Returns null if the stream has ended, all lines are done or the
  // work has stopped.
  std::optional<interpres::v1::StreamTranslateRequest> NextToSend();
  // Takes a result of the present stream. A response makes its line done, also
  // a response with an error of the text. A RequestError stops the work if
  // every other line would get the same error, or if the code is UNAVAILABLE
  // and the line has no further attempt. Any other RequestError makes the line
  // wait to be sent again, or makes the line done with the error. Ignores a
  // result whose line is unknown, is done or still waits to be sent.
  void OnResult(interpres::v1::StreamTranslateResponse response);
  // Call this function when the present stream will give no further result.
  // NextToSend then returns null.
  void OnResultsEnd();
  // Call this function after SetStream(nullptr), with the end of the stream.
  // The lines without a result wait for the next stream. Returns what to do
  // before the next stream. Stops the work if no further stream can help.
  AfterStream OnStreamEnd(const StreamEnd& end);
  // Begins a stream. The window calls `cancel` to end the stream early. This
  // happens when the server is silent, when the server does not end the stream
  // after the last line, and when the work stops. `cancel` must not block and
  // must not call the window. Null means that the stream is gone. REQUIRES:
  // SetStream(nullptr) is called before the stream is destroyed.
  void SetStream(std::function<void()> cancel);

  // Blocks until lines are done and returns them. Returns an empty vector after
  // the last line, and after the work has stopped and the done lines were
  // returned. With `ordered`, done lines behind an unfinished line are not
  // returned after a stop. After the last line, first waits for the end of the
  // stream, or cancels the stream.
  std::vector<WindowLine> TakeDone();
  // Stops the work and cancels the stream. Does not block. `status` is the
  // reason; OK means no failure. Does nothing if the work has already stopped.
  void Stop(const absl::Status& status);
  // Returns the reason why the work stopped, or OK. REQUIRES: TakeDone has
  // returned an empty vector.
  absl::Status stopped_by() const;

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class State { kWaiting, kSent, kDone };
  struct Entry {
    WindowLine line;
    State state = State::kWaiting;
    // The earliest time to send the line. Used only in the state kWaiting.
    TimePoint ready_at;
    // The time when the line fails if it has no result. Set by the first
    // sending on a stream. Null if the line has not been sent since the last
    // stream ended.
    std::optional<TimePoint> deadline;
    // How often the line was sent.
    int attempts = 0;
  };
  using Entries = std::map<uint64_t, Entry>;
  using Lock = std::unique_lock<std::mutex>;

  // Does what Stop does. REQUIRES, here and for the functions below: mutex_ is
  // held.
  void StopLocked(const absl::Status& status);
  bool AllDone() const { return input_over_ && open_ == 0; }
  // Waits for a change until `until`.
  void Wait(Lock& lock, TimePoint until);
  void MarkDone(Entry& entry, absl::Status status);
  // Handles the error result of the line `id`: sends the line again later,
  // fails the line, or stops the work.
  void RetryOrFail(uint64_t id, Entry& entry,
                   const interpres::v1::RequestError& error);
  // Removes and returns the lines that TakeDone may return now.
  std::vector<WindowLine> MoveDone();
  // Counts a failed stream. Returns the wait before the next stream, and once
  // in an outage the warning. Stops the work if the policy gives up.
  AfterStream RetryOrStop(const StreamEnd& end, TimePoint now);
  // Makes the lines that were sent but have no result wait for the next stream.
  // Clears the deadlines of all lines.
  void TakeBackLines(TimePoint now);
  // Waits for the end of the stream after the last line. Cancels the stream if
  // the server does not end it.
  void AwaitStreamEnd(Lock& lock);
  // Fails the lines whose deadline has passed, with DEADLINE_EXCEEDED. If there
  // is such a line, and the server has sent no result for the whole timeout,
  // also cancels the stream.
  void Expire(TimePoint now);

  const Options options_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // The lines in the window. All members from here on are guarded by mutex_.
  Entries entries_;  // by id, which is the order of the input
  // The sending times (`ready_at`) and ids of the entries in the state
  // kWaiting.
  std::set<std::pair<TimePoint, uint64_t>> waiting_;
  // The deadlines and ids of the entries that have a deadline and are not done.
  std::set<std::pair<TimePoint, uint64_t>> deadlines_;
  uint64_t next_id_ = 1;
  size_t open_ = 0;  // number of entries that are not done
  size_t done_ = 0;  // number of entries that are done
  bool input_over_ = false;
  bool stopped_ = false;
  bool results_over_ = true;
  absl::Status stopped_by_;
  std::function<void()> cancel_;
  // Number of streams that have failed since the last result that made a line
  // done.
  int failures_ = 0;
  // The end of the first of the failed streams that failures_ counts.
  TimePoint failing_since_;
  // The time of the last result of the present stream. Before the first result,
  // the start of the stream.
  TimePoint last_heard_;
  // Whether the present stream, or the last one if none is present, was
  // cancelled because the server sent nothing.
  bool silent_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_LINE_WINDOW_H_
