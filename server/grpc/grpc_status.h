// The one table from absl::Status to grpc::Status.

#ifndef INTERPRES_SERVER_GRPC_GRPC_STATUS_H_
#define INTERPRES_SERVER_GRPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace interpres {

// Returns a gRPC status with the same code and message. A retry delay
// (server/base/retry_delay.h) becomes a google.rpc.RetryInfo in the trailer
// grpc-status-details-bin.
grpc::Status ToGrpcStatus(const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_SERVER_GRPC_GRPC_STATUS_H_
