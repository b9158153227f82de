// Conversions of a status to google.rpc.Code, google.protobuf.Duration and the
// messages that have them.

#ifndef INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
#define INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/base/retry_delay.h"

namespace interpres {

// Returns the number of the code in google.rpc.Code. Returns 2 (UNKNOWN) for a
// code that google.rpc.Code does not have.
int CanonicalCode(absl::StatusCode code);

// Sets `proto` to the value of `duration`. REQUIRES: `duration` is not
// negative.
void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto);

// Returns the value of `proto`, without fractions of a millisecond.
std::chrono::milliseconds DurationOf(const google::protobuf::Duration& proto);

// Copies the code and the message of `status` to the fields `code` and
// `message` of `error`, a protobuf message. The code is the number in
// google.rpc.Code. Also sets `retry_delay` if `status` has a retry delay
// (WithRetryDelay).
template <typename Error>
void FillStatus(const absl::Status& status, Error& error) {
  error.set_code(CanonicalCode(status.code()));
  error.set_message(std::string(status.message()));
  if (const auto delay = RetryDelay(status)) {
    SetDuration(*delay, *error.mutable_retry_delay());
  }
}

// Returns the status that FillStatus wrote to `error`, with `prefix` before its
// message.
template <typename Error>
absl::Status StatusFrom(const Error& error, std::string_view prefix = "") {
  absl::Status status(static_cast<absl::StatusCode>(error.code()),
                      absl::StrCat(AsAbsl(prefix), error.message()));
  return error.has_retry_delay()
             ? WithRetryDelay(std::move(status),
                              DurationOf(error.retry_delay()))
             : status;
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
