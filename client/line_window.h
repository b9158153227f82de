// The lines of the input that are under way: between the reader of the input,
// the stream that translates them and the printer of the results.

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

// A line and what became of it.
struct WindowLine {
  LineOutcome outcome;
  // Of the input, up to the end of the line.
  int64_t bytes = 0;
};

// What follows a stream that has ended.
struct AfterStream {
  // The wait before the next stream.
  std::chrono::milliseconds delay{0};
  // Why the server is unavailable. Not OK once in each outage: when the second
  // stream in a row has failed and the work goes on.
  absl::Status outage;
};

// Each line is done exactly once, whatever happens to the streams that carry
// it: a line that was sent and not answered is sent again on the next stream,
// and a second answer finds nothing to answer. At most `size` lines are
// between Add and TakeDone, so memory does not grow with the input.
//
// Thread-safe. One thread adds, one sends (with the stream's reader beside it),
// one takes.
class LineWindow {
 public:
  struct Options {
    // Lines at once, at least 1.
    size_t size = 1;
    // Whether TakeDone keeps the order of the input.
    bool ordered = true;
    // Maximum time for one line on a stream, retries included. An outage of
    // the server has the same maximum and does not count for the lines.
    std::chrono::milliseconds timeout{60000};
    RetryPolicy retry = {};
    // The present; tests replace it.
    std::function<std::chrono::steady_clock::time_point()> now =
        std::chrono::steady_clock::now;
  };
  explicit LineWindow(const Options& options) : options_(options) {}

  // Blocks until there is room. `done`: the outcome is known already. False:
  // the work has stopped, and nothing more is taken.
  bool Add(WindowLine line, bool done);
  void EndInput();

  // Blocks until there is a line to send; false: there will be none.
  bool AwaitWork();
  // Blocks until a line is to be sent on the present stream. Nothing: the
  // stream has ended, or nothing is left to wait for. The message lacks all
  // but its id, its text and its timeout.
  std::optional<interpres::v1::StreamTranslateRequest> NextToSend();
  void OnResult(interpres::v1::StreamTranslateResponse response);
  // No further result will come on the present stream.
  void OnResultsEnd();
  // REQUIRES: the stream has ended. Returns what to do before the next stream.
  // Stops the work if no further stream can help.
  AfterStream OnStreamEnd(const StreamEnd& end);
  // Begins a stream, which `cancel` ends early; null: it is gone. Called when
  // the server is silent and when the work stops; must be quick.
  void SetStream(std::function<void()> cancel);

  // Blocks until lines are done; empty: no more will be, and the stream has
  // ended or was ended.
  std::vector<WindowLine> TakeDone();
  // Stops the work; OK if nothing went wrong with it.
  void Stop(const absl::Status& status);
  // Why the work stopped, once TakeDone has returned nothing.
  absl::Status stopped_by() const;

 private:
  using TimePoint = std::chrono::steady_clock::time_point;
  enum class State { kWaiting, kSent, kDone };
  struct Entry {
    WindowLine line;
    State state = State::kWaiting;
    // When waiting: not to be sent before.
    TimePoint ready_at;
    // Set by the first sending on a stream. Null if the line has not been sent
    // since the last stream ended.
    std::optional<TimePoint> deadline;
    int attempts = 0;
  };
  using Entries = std::map<uint64_t, Entry>;
  using Lock = std::unique_lock<std::mutex>;

  // All with the lock held.
  void StopLocked(const absl::Status& status);
  bool AllDone() const { return input_over_ && open_ == 0; }
  void Wait(Lock& lock, TimePoint until);
  void MarkDone(Entry& entry, absl::Status status);
  void RetryOrFail(uint64_t id, Entry& entry,
                   const interpres::v1::RequestError& error);
  // Those that TakeDone may return now.
  std::vector<WindowLine> MoveDone();
  // Counts a failed stream, and stops the work if the policy gives up.
  AfterStream RetryOrStop(const StreamEnd& end, TimePoint now);
  // Gives the lines without a result to the next stream.
  void TakeBackLines(TimePoint now);
  // After the last line: ends the stream if the server does not.
  void AwaitStreamEnd(Lock& lock);
  // Fails the lines whose time is over.
  void Expire(TimePoint now);

  const Options options_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  Entries entries_;
  std::set<std::pair<TimePoint, uint64_t>> waiting_;
  std::set<std::pair<TimePoint, uint64_t>> deadlines_;
  uint64_t next_id_ = 1;
  size_t open_ = 0;  // entries that are not done
  size_t done_ = 0;  // entries that are
  bool input_over_ = false;
  bool stopped_ = false;
  bool results_over_ = true;
  absl::Status stopped_by_;
  std::function<void()> cancel_;
  // Streams in a row that ended before a line was done, and since when.
  int failures_ = 0;
  TimePoint failing_since_;
  TimePoint last_heard_;
  // Whether the present stream was ended because the server said nothing.
  bool silent_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_LINE_WINDOW_H_
