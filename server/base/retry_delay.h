// How long a refused client should wait, carried inside an absl::Status; the
// RPC layer turns it into google.rpc.RetryInfo.

#ifndef INTERPRES_SERVER_BASE_RETRY_DELAY_H_
#define INTERPRES_SERVER_BASE_RETRY_DELAY_H_

#include <chrono>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

// The status with the delay attached (replacing an earlier one).
absl::Status WithRetryDelay(absl::Status status,
                            std::chrono::milliseconds delay);

// The delay of a status, if it carries one.
std::optional<std::chrono::milliseconds> RetryDelay(const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_RETRY_DELAY_H_
