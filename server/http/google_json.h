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

// Reads the message of a request: its name in the path, its body in JSON, and
// the other fields in the query. Returns INVALID_ARGUMENT, with the field, if a
// part is malformed, and RESOURCE_EXHAUSTED if memory is short. REQUIRES:
// CheckGoogleHead has accepted the request, and `message` is an empty message
// of its method.
absl::Status ReadGoogleRequest(const HttpRequest& request,
                               google::protobuf::Message& message);

// Returns the response with the message in JSON. Its enums are numbers if the
// query has `$alt=json;enum-encoding=int`. Returns RESOURCE_EXHAUSTED if memory
// is short.
absl::StatusOr<HttpResponse> GoogleResponse(
    const HttpRequest& request, const google::protobuf::Message& message);

// Returns {"error": {"code", "status", "message", "details"}}. The details have
// the retry delay. REQUIRES: !status.ok().
HttpResponse GoogleError(int http_status, const absl::Status& status);
inline HttpResponse GoogleError(const absl::Status& status) {
  return GoogleError(HttpStatusOf(status.code()), status);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_GOOGLE_JSON_H_
