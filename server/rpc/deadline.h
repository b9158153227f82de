// A call's deadline, from the wall clock that gRPC speaks.

#ifndef INTERPRES_SERVER_RPC_DEADLINE_H_
#define INTERPRES_SERVER_RPC_DEADLINE_H_

#include <grpcpp/server_context.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "server/base/clock.h"

namespace interpres {

// Deadlines further away than this are none.
inline constexpr std::chrono::hours kFarAway{24 * 365};
inline constexpr int64_t kFarAwaySeconds =
    std::chrono::seconds(kFarAway).count();

// What is left at `now`, negative if it has passed. Nothing if the call has no
// deadline.
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

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_DEADLINE_H_
