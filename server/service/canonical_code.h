// Conversions to google.rpc.Code and google.protobuf.Duration.

#ifndef INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
#define INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>

#include "absl/status/status.h"

namespace interpres {

// Returns the number of the code in google.rpc.Code. Returns 2 (UNKNOWN) for a
// code that google.rpc.Code does not have.
int CanonicalCode(absl::StatusCode code);

// Sets `proto` to the duration. REQUIRES: duration >= 0.
void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
