// When a connection has waited too long for its client, and the answer then.

#ifndef INTERPRES_SERVER_HTTP_CONNECTION_TIMER_H_
#define INTERPRES_SERVER_HTTP_CONNECTION_TIMER_H_

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/http/http_message.h"
#include "server/http/http_options.h"

namespace interpres {

// The event that a connection waits for.
enum class Waiting {
  kHandshake,
  kRequest,       // the first byte of a request
  kDrainRequest,  // the same, on a new connection while the server drains
  kHead,          // the rest of the head
  kBody,
  kServer,  // for memory or for the call: the client is not slow
  kClosing,
};

// Pure: takes the time as an argument. Not thread-safe.
class ConnectionTimer {
 public:
  // `options` must outlive the timer.
  ConnectionTimer(const HttpOptions& options, TimePoint now)
      : options_(options) {
    Enter(Waiting::kHandshake, now);
  }

  // The connection waits for something else. `call_deadline` is the deadline
  // of the request that is being received.
  void Enter(Waiting waiting, TimePoint now, TimePoint call_deadline = kNever) {
    waiting_ = waiting;
    read_deadline_ = std::min(call_deadline, Limit(waiting, now));
  }
  Waiting waiting() const { return waiting_; }

  // A write has begun, or the client has accepted a part of it.
  void BeginWrite(TimePoint now) {
    write_deadline_ = now + options_.write_timeout;
  }
  void EndWrite() { write_deadline_ = kNever; }

  bool ReadExpired(TimePoint now) const { return now >= read_deadline_; }
  bool WriteExpired(TimePoint now) const { return now >= write_deadline_; }

 private:
  TimePoint Limit(Waiting waiting, TimePoint now) const {
    switch (waiting) {
      case Waiting::kHandshake:
      case Waiting::kHead:
      case Waiting::kBody:
        return now + options_.read_timeout;
      case Waiting::kRequest:
        return now + options_.idle_timeout;
      case Waiting::kDrainRequest:
      case Waiting::kClosing:
        return now + options_.linger;
      case Waiting::kServer:
        break;
    }
    return kNever;
  }

  const HttpOptions& options_;
  Waiting waiting_ = Waiting::kHandshake;
  TimePoint read_deadline_ = kNever;
  TimePoint write_deadline_ = kNever;
};

// The answer to a request that arrives too slowly.
struct TimeoutRefusal {
  int status = 0;  // of HTTP
  absl::Status reason = {};
};

// Returns the answer after the time of `waiting` has passed. `is_deadline` says
// whether the deadline of the request has passed, too. Null means that the
// connection ends without an answer.
inline std::optional<TimeoutRefusal> RefusalAfter(Waiting waiting,
                                                  bool is_deadline) {
  if (waiting == Waiting::kHead) {
    return TimeoutRefusal{
        .status = kHttpRequestTimeout,
        .reason = absl::DeadlineExceededError("the headers arrive too slowly")};
  }
  if (waiting != Waiting::kBody) {
    return std::nullopt;
  }
  return TimeoutRefusal{
      .status = is_deadline ? kHttpDeadlineExceeded : kHttpRequestTimeout,
      .reason = absl::DeadlineExceededError(
          is_deadline ? "the time of X-Request-Timeout has passed"
                      : "the body arrives too slowly")};
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_CONNECTION_TIMER_H_
