#include "client/server_delay.h"

#include <algorithm>
#include <cstdint>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace interpres {

using std::chrono::milliseconds;

milliseconds BoundedDelay(const google::protobuf::Duration& duration) {
  // A server may send any number of seconds: limit it before the addition,
  // which could overflow.
  constexpr int64_t kMaxSeconds =
      std::chrono::duration_cast<std::chrono::seconds>(kMaxServerDelay).count();
  const std::chrono::seconds seconds(
      std::clamp<int64_t>(duration.seconds(), 0, kMaxSeconds));
  const auto delay = std::chrono::duration_cast<milliseconds>(
      seconds + std::chrono::nanoseconds(duration.nanos()));
  return std::clamp(delay, milliseconds(0), kMaxServerDelay);
}

std::optional<milliseconds> DelayInDetails(const std::string& error_details) {
  google::rpc::Status details;
  if (error_details.empty() || !details.ParseFromString(error_details)) {
    return std::nullopt;
  }
  for (const google::protobuf::Any& detail : details.details()) {
    google::rpc::RetryInfo info;
    if (detail.UnpackTo(&info) && info.has_retry_delay()) {
      return BoundedDelay(info.retry_delay());
    }
  }
  return std::nullopt;
}

}  // namespace interpres
