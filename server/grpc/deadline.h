// Deadlines of calls, from the wall clock that gRPC uses, and of messages.

#ifndef INTERPRES_SERVER_GRPC_DEADLINE_H_
#define INTERPRES_SERVER_GRPC_DEADLINE_H_

#include <grpcpp/server_context.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"

namespace interpres {

// A deadline further away than this counts as no deadline.
inline constexpr std::chrono::hours kFarAway{24 * 365};
inline constexpr int64_t kFarAwaySeconds =
    std::chrono::seconds(kFarAway).count();

// The time from `now` to the deadline, negative if the deadline has passed.
// Returns nullopt if the call has no deadline.
inline std::optional<Duration> RemainingTime(
    std::chrono::system_clock::time_point deadline,
    std::chrono::system_clock::time_point now) {
  if (deadline > now + kFarAway) {
    return std::nullopt;
  }
  return std::chrono::duration_cast<Duration>(deadline - now);
}

// The deadline of a call that arrived at `now`; kNever if it has none.
inline TimePoint DeadlineOf(const grpc::ServerContextBase& server,
                            TimePoint now) {
  const std::optional<Duration> remaining =
      RemainingTime(server.deadline(), std::chrono::system_clock::now());
  return remaining.has_value() ? now + *remaining : kNever;
}

// The deadline of a message of a stream: the stream's deadline, or an earlier
// deadline if the message has a timeout. INVALID_ARGUMENT unless the timeout is
// positive.
inline absl::StatusOr<TimePoint> DeadlineOfMessage(
    const v1::StreamTranslateRequest& request, TimePoint arrived_at,
    TimePoint stream_deadline) {
  if (!request.has_timeout()) {
    return stream_deadline;
  }
  const google::protobuf::Duration& timeout = request.timeout();
  const std::chrono::seconds seconds(
      std::clamp<int64_t>(timeout.seconds(), -1, kFarAwaySeconds));
  const Duration duration = seconds + std::chrono::nanoseconds(timeout.nanos());
  if (duration <= Duration::zero()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "timeout is %d s and %d ns; expected more than 0; omit it to use the "
        "deadline of the stream",
        timeout.seconds(), timeout.nanos()));
  }
  return std::min(stream_deadline, arrived_at + duration);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_DEADLINE_H_
