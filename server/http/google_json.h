// Requests and responses of Google's REST interface: messages of Protocol
// Buffers in the path, the query and the body.

#ifndef INTERPRES_SERVER_HTTP_GOOGLE_JSON_H_
#define INTERPRES_SERVER_HTTP_GOOGLE_JSON_H_

#include <google/protobuf/message.h>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"
#include "server/http/http_status.h"

namespace interpres {

// Reads the message of a request: the resource name from the path, the body
// from JSON, and other fields from the query. If the body is the whole message,
// the query's fields are checked and then dropped. Returns INVALID_ARGUMENT if
// a part is malformed, and RESOURCE_EXHAUSTED if memory is short. REQUIRES:
// CheckGoogleHead has accepted the request, and `message` is an empty message
// of the method that the request calls.
absl::Status ReadGoogleRequest(const HttpRequest& request,
                               google::protobuf::Message& message);

// Returns a response (200) with the message in JSON. Enums are numbers if the
// parameter `$alt` of the query contains "enum-encoding=int", otherwise names.
// Returns RESOURCE_EXHAUSTED if memory is short, and INTERNAL if the message
// has no JSON.
absl::StatusOr<HttpResponse> GoogleResponse(
    const HttpRequest& request, const google::protobuf::Message& message);

// Returns a response with this HTTP status and the body {"error": {"code",
// "status", "message", "details"}}. The details are the retry delay, and absent
// if `status` has no retry delay. REQUIRES: !status.ok().
HttpResponse GoogleError(int http_status, const absl::Status& status);
inline HttpResponse GoogleError(const absl::Status& status) {
  return GoogleError(HttpStatusOf(status.code()), status);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_JSON_H_
