#include "server/grpc/grpc_status.h"

#include <chrono>
#include <optional>
#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/base/retry_delay.h"
#include "server/service/canonical_code.h"

namespace interpres {
namespace {

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

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) {
    return grpc::Status::OK;
  }
  const std::optional<std::chrono::milliseconds> delay = RetryDelay(status);
  const auto code = static_cast<grpc::StatusCode>(CanonicalCode(status.code()));
  return {code, std::string(status.message()),
          delay.has_value() ? Details(status, *delay) : std::string()};
}

}  // namespace interpres
