// The one table from absl::Status to grpc::Status.

#ifndef INTERPRES_SERVER_RPC_GRPC_STATUS_H_
#define INTERPRES_SERVER_RPC_GRPC_STATUS_H_

#include <google/protobuf/duration.pb.h>
#include <grpcpp/support/status.h>

#include <chrono>

#include "absl/status/status.h"

namespace interpres {

// Same code and message. A retry delay (server/base/retry_delay.h) becomes a
// google.rpc.RetryInfo in the trailer grpc-status-details-bin.
grpc::Status ToGrpcStatus(const absl::Status& status);

// At least 0.
void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto);

// The canonical number of a code, as google.rpc.Code counts.
int CanonicalCode(absl::StatusCode code);

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_GRPC_STATUS_H_
