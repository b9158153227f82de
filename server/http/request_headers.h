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
// kNever if the value is empty or longer than a year (kFarAway). Returns
// INVALID_ARGUMENT if the value is no number above 0.
absl::StatusOr<TimePoint> DeadlineOfRequest(std::string_view timeout,
                                            TimePoint now);

// Returns whether a value of the header content-type is application/json or
// application/*+json. Ignores case, and parameters such as charset.
bool IsJson(std::string_view content_type);

// Returns INVALID_ARGUMENT with the message for a request whose content type is
// not JSON.
absl::Status NotJson();

// Sets the header x-request-id to an id that the server chooses, unless the
// client sent a valid id: 1 to 128 printable ASCII characters without spaces.
// So every response can name the id.
void SetRequestId(HttpRequest& request);

// Returns "Bearer KEY": the value of the header authorization that has the same
// meaning as the API key. Returns "" for an empty key.
std::string AuthorizationOfKey(std::string_view key);

// Returns the CallInfo of a request. Its timeout is the time from `now` to the
// deadline of the request. `authorization` replaces the header of this name.
// The result is valid as long as `request` and the characters of
// `authorization`.
CallInfo CallInfoOf(const HttpRequest& request, std::string_view authorization,
                    TimePoint now);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_REQUEST_HEADERS_H_
