#include "server/rpc/grpc_status.h"

#include <chrono>
#include <optional>
#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/base/retry_delay.h"

namespace interpres {
namespace {

grpc::StatusCode ToGrpcCode(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return grpc::StatusCode::OK;
    case absl::StatusCode::kCancelled:
      return grpc::StatusCode::CANCELLED;
    case absl::StatusCode::kInvalidArgument:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case absl::StatusCode::kDeadlineExceeded:
      return grpc::StatusCode::DEADLINE_EXCEEDED;
    case absl::StatusCode::kNotFound:
      return grpc::StatusCode::NOT_FOUND;
    case absl::StatusCode::kAlreadyExists:
      return grpc::StatusCode::ALREADY_EXISTS;
    case absl::StatusCode::kPermissionDenied:
      return grpc::StatusCode::PERMISSION_DENIED;
    case absl::StatusCode::kResourceExhausted:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
    case absl::StatusCode::kFailedPrecondition:
      return grpc::StatusCode::FAILED_PRECONDITION;
    case absl::StatusCode::kAborted:
      return grpc::StatusCode::ABORTED;
    case absl::StatusCode::kOutOfRange:
      return grpc::StatusCode::OUT_OF_RANGE;
    case absl::StatusCode::kUnimplemented:
      return grpc::StatusCode::UNIMPLEMENTED;
    case absl::StatusCode::kInternal:
      return grpc::StatusCode::INTERNAL;
    case absl::StatusCode::kUnavailable:
      return grpc::StatusCode::UNAVAILABLE;
    case absl::StatusCode::kDataLoss:
      return grpc::StatusCode::DATA_LOSS;
    case absl::StatusCode::kUnauthenticated:
      return grpc::StatusCode::UNAUTHENTICATED;
    default:
      return grpc::StatusCode::UNKNOWN;
  }
}

std::string Details(const absl::Status& status,
                    std::chrono::milliseconds delay) {
  google::rpc::RetryInfo retry;
  SetDuration(delay, *retry.mutable_retry_delay());
  google::rpc::Status details;
  details.set_code(CanonicalCode(status.code()));
  details.set_message(std::string(status.message()));
  details.add_details()->PackFrom(retry);
  return details.SerializeAsString();
}

}  // namespace

void SetDuration(std::chrono::milliseconds duration,
                 google::protobuf::Duration& proto) {
  proto.set_seconds(duration.count() / 1000);
  proto.set_nanos(static_cast<int32_t>(duration.count() % 1000 * 1'000'000));
}

int CanonicalCode(absl::StatusCode code) {
  return static_cast<int>(ToGrpcCode(code));
}

grpc::Status ToGrpcStatus(const absl::Status& status) {
  const grpc::StatusCode code = ToGrpcCode(status.code());
  if (status.ok()) {
    return grpc::Status::OK;
  }
  const std::optional<std::chrono::milliseconds> delay = RetryDelay(status);
  return {code, std::string(status.message()),
          delay.has_value() ? Details(status, *delay) : std::string()};
}

}  // namespace interpres
