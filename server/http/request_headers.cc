#include "server/http/request_headers.h"

#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/service/call_identity.h"

namespace interpres {
namespace {

constexpr char kRequestId[] = "x-request-id";

}  // namespace

absl::StatusOr<TimePoint> DeadlineOfRequest(std::string_view timeout,
                                            TimePoint now) {
  if (timeout.empty()) {
    return kNever;
  }
  double seconds = 0.0;
  if (!absl::SimpleAtod(AsAbsl(timeout), &seconds) || std::isnan(seconds) ||
      seconds <= 0.0) {
    return absl::InvalidArgumentError(
        "the header X-Request-Timeout is malformed; expected a number of "
        "seconds above 0, for example 2.5");
  }
  const std::chrono::duration<double> wanted(seconds);
  return wanted > kFarAway ? kNever
                           : now + std::chrono::duration_cast<Duration>(wanted);
}

bool IsJson(std::string_view content_type) {
  const std::string type = absl::AsciiStrToLower(absl::StripAsciiWhitespace(
      AsAbsl(content_type.substr(0, content_type.find(';')))));
  return type == "application/json" ||
         (absl::StartsWith(type, "application/") &&
          absl::EndsWith(type, "+json"));
}

absl::Status NotJson() {
  return absl::InvalidArgumentError(
      "the header Content-Type has no JSON; expected application/json");
}

void SetRequestId(HttpRequest& request) {
  const std::string_view sent = request.Header(kRequestId);
  CallIdentity identity = IdentityOf(sent, "");
  if (identity.request_id != sent) {
    std::erase_if(request.headers, [](const auto& header) {
      return header.first == kRequestId;
    });
    request.headers.emplace_back(kRequestId, std::move(identity.request_id));
  }
}

std::string AuthorizationOfKey(std::string_view key) {
  return key.empty() ? std::string() : absl::StrCat("Bearer ", AsAbsl(key));
}

CallInfo CallInfoOf(const HttpRequest& request, std::string_view authorization,
                    TimePoint now) {
  CallInfo info = ReadHeaders(
      [&request](const char* name) { return request.Header(name); });
  info.authorization = authorization;
  info.peer = request.peer;
  if (request.deadline != kNever) {
    info.timeout = request.deadline - now;
  }
  return info;
}

}  // namespace interpres
