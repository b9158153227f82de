#include "server/http/http_status.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "server/base/retry_delay.h"
#include "server/metrics/metrics.h"
#include "server/service/canonical_code.h"

namespace interpres {

int HttpStatusOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kOutOfRange:
      return 400;
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kAlreadyExists:
      return 409;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kCancelled:
      return 499;
    case absl::StatusCode::kUnimplemented:
      return 501;
    case absl::StatusCode::kUnavailable:
      return 503;
    case absl::StatusCode::kDeadlineExceeded:
      return 504;
    default:
      return 500;
  }
}

HttpHeaders ErrorHeaders(const absl::Status& status) {
  HttpHeaders headers;
  if (const auto delay = RetryDelay(status)) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*delay);
    headers.emplace_back("retry-after",
                         std::to_string(std::max<int64_t>(seconds.count(), 1)));
  }
  if (absl::IsUnauthenticated(status)) {
    headers.emplace_back("www-authenticate", "Bearer");
  }
  return headers;
}

absl::Status WithHttpFieldNames(const absl::Status& status,
                                std::span<const FieldName> names) {
  static constexpr std::array kHttpNames = {
      FieldName{"in a message of StreamTranslate", "in a separate request"},
      FieldName{"metadata", "header"}};
  return WithFieldNames(WithFieldNames(status, names), kHttpNames);
}

HttpResponse ErrorResponse(int http_status, const absl::Status& status) {
  const nlohmann::ordered_json error = {
      {"code", http_status},
      {"status", GrpcCodeName(CanonicalCode(status.code()))},
      {"message", std::string(status.message())}};
  return {.status = http_status,
          .body = nlohmann::ordered_json{{"error", error}}.dump(
              -1, ' ', false, nlohmann::json::error_handler_t::replace),
          .headers = ErrorHeaders(status)};
}

}  // namespace interpres
