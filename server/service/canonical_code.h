// Conversions of a status to google.rpc.Code, google.protobuf.Duration and the
// messages that have them.

#ifndef INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
#define INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "server/base/retry_delay.h"

namespace interpres {

// Returns the number of the code in google.rpc.Code. Returns 2 (UNKNOWN) for a
// code that google.rpc.Code does not have.
int CanonicalCode(absl::StatusCode code);

// Sets `proto` to the duration. REQUIRES: duration >= 0.
void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto);

// Sets the code and the message of a message with these fields, and the retry
// delay if the status has one.
template <typename Error>
void FillStatus(const absl::Status& status, Error& error) {
  error.set_code(CanonicalCode(status.code()));
  error.set_message(std::string(status.message()));
  if (const auto delay = RetryDelay(status)) {
    SetDuration(*delay, *error.mutable_retry_delay());
  }
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
