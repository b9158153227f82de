// The parts of CallInfo that come from the headers of a request.

#ifndef INTERPRES_SERVER_HTTP_REQUEST_HEADERS_H_
#define INTERPRES_SERVER_HTTP_REQUEST_HEADERS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/base/clock.h"
#include "server/http/http_message.h"
#include "server/service/call_info.h"

namespace interpres {

// Returns the deadline of a request that arrived at `now` with this value of
// the header X-Request-Timeout: a number of seconds, such as "2.5". Returns
// kNever if the value is empty or longer than kFarAway. Returns
// INVALID_ARGUMENT if the value is no number above 0.
absl::StatusOr<TimePoint> DeadlineOfRequest(std::string_view timeout,
                                            TimePoint now);

// Returns whether a value of the header content-type means JSON:
// application/json, or application/*+json.
bool IsJson(std::string_view content_type);

// Returns the error of a request whose content type is another one.
absl::Status NotJson();

// Replaces the header x-request-id by an id that the server chose, if the
// client sent none or one that cannot be used (server/service/call_identity.h).
// So every response can name the id.
void SetRequestId(HttpRequest& request);

// Returns the value of the header authorization that an API key stands for.
// Returns "" for an empty key.
std::string AuthorizationOfKey(std::string_view key);

// Returns the CallInfo of a request, with `now` as the time of the call. The
// result is valid as long as the request and `authorization`, which replaces
// the header of this name.
CallInfo CallInfoOf(const HttpRequest& request, std::string_view authorization,
                    TimePoint now);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_REQUEST_HEADERS_H_
