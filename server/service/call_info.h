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

// The limit of the timeouts that clients state: one year. A longer timeout of a
// call counts as no timeout. A longer timeout of a stream message counts as
// this time.
inline constexpr std::chrono::hours kFarAway{24 * 365};

// The data of a call beside its message: headers, sender and timeout. A
// listener fills the fields in and does not check the values. The views refer
// to the headers of the call, and are valid as long as these headers.
struct CallInfo {
  // Value of the header `authorization`, such as "Bearer TOKEN". Every view of
  // CallInfo is empty if the call lacks the header of this view.
  std::string_view authorization = {};
  // Value of the header `x-goog-api-key`: a bearer token without the word
  // "Bearer". Used only if `authorization` is empty. Empty without the header.
  std::string_view api_key = {};
  std::string_view client_name = {};  // interpres-client
  std::string_view request_id = {};   // x-request-id
  std::string_view traceparent = {};
  // Value of the header `interpres-max-response-bytes`: the size in bytes of
  // the largest message that the sender accepts. Not checked to be a number.
  // Empty without the header.
  std::string_view max_response_bytes = {};
  // Value of the header `interpres-priority`: "interactive" or "batch". Used
  // for requests whose message has no priority. Not checked. Empty without the
  // header.
  std::string_view priority = {};
  // The sender's address with its port, such as ipv4:192.0.2.1:50000. Empty if
  // the address is unknown.
  std::string peer = {};
  // The time, from the start of the call, that the sender waits for the answer.
  // 0 or negative if the deadline has passed. Null means no deadline.
  std::optional<Duration> timeout = std::nullopt;
};

// Returns a CallInfo with the values of the headers of a call. Leaves `peer`
// and `timeout` unset. `value_of` must return the value of the header with the
// lower-case name `name`, or an empty string. The result is valid as long as
// the characters that `value_of` returned.
CallInfo ReadHeaders(
    absl::FunctionRef<std::string_view(const char* name)> value_of);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_INFO_H_
