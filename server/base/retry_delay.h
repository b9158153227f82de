// The retry delay of a rejected request, stored in its absl::Status. The RPC
// layer converts it to google.rpc.RetryInfo.

#ifndef INTERPRES_SERVER_BASE_RETRY_DELAY_H_
#define INTERPRES_SERVER_BASE_RETRY_DELAY_H_

#include <chrono>
#include <optional>

#include "absl/status/status.h"

namespace interpres {

// Returns the status with the delay, which replaces an earlier delay. An OK
// status cannot have a delay and is returned unchanged.
absl::Status WithRetryDelay(absl::Status status,
                            std::chrono::milliseconds delay);

// Returns the retry delay that WithRetryDelay stored in the status. Returns
// null if the status has no delay.
std::optional<std::chrono::milliseconds> RetryDelay(const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_BASE_RETRY_DELAY_H_
