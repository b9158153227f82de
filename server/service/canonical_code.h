// Errors as the interface states them: the numbers of google.rpc.Code and
// google.protobuf.Duration.

#ifndef INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
#define INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_

#include <google/protobuf/duration.pb.h>

#include <chrono>

#include "absl/status/status.h"

namespace interpres {

// The canonical number of a code, as google.rpc.Code counts.
int CanonicalCode(absl::StatusCode code);

// REQUIRES: duration >= 0.
void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CANONICAL_CODE_H_
