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

// A listener treats a longer timeout as no timeout.
inline constexpr std::chrono::hours kFarAway{24 * 365};

// A listener fills this in; nothing is checked yet. The headers of the call own
// the views.
struct CallInfo {
  // Values of the headers, empty if the call lacks the header.
  std::string_view authorization = {};
  std::string_view client_name = {};  // interpres-client
  std::string_view request_id = {};   // x-request-id
  std::string_view traceparent = {};
  // The sender's address with its port: ipv4:192.0.2.1:50000.
  std::string peer = {};
  // The time that the sender still waits for the answer. Negative if the
  // deadline has passed. Null means no deadline.
  std::optional<Duration> timeout = std::nullopt;
};

// Fills in the headers. `value_of` returns the value of the header with this
// lower-case name, or an empty string.
CallInfo ReadHeaders(
    absl::FunctionRef<std::string_view(const char* name)> value_of);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_CALL_INFO_H_
