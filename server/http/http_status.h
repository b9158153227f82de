// From our statuses to HTTP.

#ifndef INTERPRES_SERVER_HTTP_HTTP_STATUS_H_
#define INTERPRES_SERVER_HTTP_HTTP_STATUS_H_

#include <span>
#include <string>

#include "absl/status/status.h"
#include "server/http/http_message.h"
#include "server/service/field_names.h"

namespace interpres {

// Returns the HTTP status of a code, for example 404 for NOT_FOUND, as
// google/rpc/code.proto has it.
int HttpStatusOf(absl::StatusCode code);

// Returns the headers that say what the client can do about the error:
// retry-after if the status has a retry delay, www-authenticate for
// UNAUTHENTICATED.
HttpHeaders ErrorHeaders(const absl::Status& status);

// Returns the status with the words of another API (WithFieldNames) and of HTTP
// in its message: `header` for `metadata`, for example.
absl::Status WithHttpFieldNames(const absl::Status& status,
                                std::span<const FieldName> names);

// Returns {"error": {"code": HTTP status, "status": name, "message": text}}.
// REQUIRES: !status.ok().
HttpResponse ErrorResponse(int http_status, const absl::Status& status);
inline HttpResponse ErrorResponse(const absl::Status& status) {
  return ErrorResponse(HttpStatusOf(status.code()), status);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_STATUS_H_
