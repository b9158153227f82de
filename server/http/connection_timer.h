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

// Computes when the client of a connection has been too slow: the time limits
// for reading and for writing. Does not read the clock: the caller passes the
// time. Not thread-safe.
class ConnectionTimer {
 public:
  // Starts in Waiting::kHandshake at the time `now`. REQUIRES: `options`
  // outlives the timer.
  ConnectionTimer(const HttpOptions& options, TimePoint now)
      : options_(options) {
    Enter(Waiting::kHandshake, now);
  }

  // Records that the connection waits for the event `waiting` from `now` on,
  // and starts the time limit of this event. `call_deadline` is the deadline of
  // the request that is being received, and can shorten the limit.
  void Enter(Waiting waiting, TimePoint now, TimePoint call_deadline = kNever) {
    waiting_ = waiting;
    read_deadline_ = std::min(call_deadline, Limit(waiting, now));
  }
  Waiting waiting() const { return waiting_; }

  // Starts the time limit of a write. Call BeginWrite when a write begins, and
  // each time that the client has accepted a part of the bytes.
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

// The error response to a request that arrives too slowly: HTTP status and
// reason.
struct TimeoutRefusal {
  int status = 0;  // of HTTP
  absl::Status reason = {};
};

// Returns the error response for a request whose time limit for `waiting` has
// passed. `is_deadline` says whether the deadline of the request has passed,
// too. Returns nullopt if the connection must end without a response, because
// no request is being received.
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
