// The retry delay: the time after which a refused request may be sent again, as
// the server states it.

#ifndef INTERPRES_CLIENT_SERVER_DELAY_H_
#define INTERPRES_CLIENT_SERVER_DELAY_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>
#include <optional>
#include <string>

namespace interpres {

// Maximum retry delay. The client reduces longer delays of a server to this
// one.
inline constexpr std::chrono::milliseconds kMaxServerDelay =
    std::chrono::hours(24);

// Returns `duration` limited to the range 0 to kMaxServerDelay. `duration`
// comes from a server and may have any values, also negative ones.
std::chrono::milliseconds BoundedDelay(
    const google::protobuf::Duration& duration);

// Returns the retry delay (see BoundedDelay) of the first google.rpc.RetryInfo
// that has a delay. `error_details` is a serialised google.rpc.Status. Returns
// null if `error_details` is malformed or has no such RetryInfo.
std::optional<std::chrono::milliseconds> DelayInDetails(
    const std::string& error_details);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_DELAY_H_
