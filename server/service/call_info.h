// The data of a call beside its message, independent of the protocol.

#ifndef INTERPRES_SERVER_SERVICE_CALL_INFO_H_
#define INTERPRES_SERVER_SERVICE_CALL_INFO_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "server/base/clock.h"

namespace interpres {

// The limit of timeouts: a listener treats a longer timeout as no timeout.
inline constexpr std::chrono::hours kFarAway{24 * 365};

// The data of a call beside its message. A listener fills the fields in and
// checks nothing. The views refer to the headers of the call, and are valid as
// long as these headers.
struct CallInfo {
  // Value of the header `authorization`. This view and the views below are
  // empty if the call lacks the header.
  std::string_view authorization = {};
  // x-goog-api-key: a token without a scheme. Counts only without
  // `authorization`.
  std::string_view api_key = {};
  std::string_view client_name = {};  // interpres-client
  std::string_view request_id = {};   // x-request-id
  std::string_view traceparent = {};
  // interpres-max-response-bytes: the largest message that the sender accepts.
  std::string_view max_response_bytes = {};
  // interpres-priority: `interactive` or `batch`. For requests whose message
  // has no priority.
  std::string_view priority = {};
  // The sender's address with its port: ipv4:192.0.2.1:50000.
  std::string peer = {};
  // The time that the sender still waits for the answer. Negative if the
  // deadline has passed. Null means no deadline.
  std::optional<Duration> timeout = std::nullopt;
};

// Returns a CallInfo with the values of the headers, without `peer` and
// `timeout`. `value_of` must return the value of the header with this
// lower-case name, or an empty string. The result is valid as long as the
// characters that `value_of` returned.
CallInfo ReadHeaders(
    absl::FunctionRef<std::string_view(const char* name)> value_of);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_INFO_H_
