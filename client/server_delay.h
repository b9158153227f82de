// The time after which a server says that a refused request may be sent again.

#ifndef INTERPRES_CLIENT_SERVER_DELAY_H_
#define INTERPRES_CLIENT_SERVER_DELAY_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>
#include <optional>
#include <string>

namespace interpres {

// Longer delays of a server count as this long.
inline constexpr std::chrono::milliseconds kLongestServerDelay =
    std::chrono::hours(24);

// Any duration, malformed ones too, within 0 and kLongestServerDelay.
std::chrono::milliseconds BoundedDelay(
    const google::protobuf::Duration& duration);

// The google.rpc.RetryInfo in the details of a gRPC error (a serialised
// google.rpc.Status), if there is one. What is malformed is ignored: the error
// itself is what matters.
std::optional<std::chrono::milliseconds> DelayInDetails(
    const std::string& error_details);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_SERVER_DELAY_H_
