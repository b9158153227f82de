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
// google/rpc/code.proto defines it. Returns 500 for codes without a status.
int HttpStatusOf(absl::StatusCode code);

// Returns the headers of an error response: retry-after, in seconds and at
// least 1, if the status has a retry delay, and www-authenticate for
// UNAUTHENTICATED. Empty for other errors.
HttpHeaders ErrorHeaders(const absl::Status& status);

// Replaces words of the message by the words of another API in `names`
// (WithFieldNames), and by words of HTTP, for example `metadata` by `header`.
// Returns the changed status. An OK status stays the same.
absl::Status WithHttpFieldNames(const absl::Status& status,
                                std::span<const FieldName> names);

// Returns a response with this HTTP status, the headers ErrorHeaders(status),
// and the body {"error": {"code": HTTP status, "status": name of the code,
// "message": text}}. REQUIRES: !status.ok().
HttpResponse ErrorResponse(int http_status, const absl::Status& status);
inline HttpResponse ErrorResponse(const absl::Status& status) {
  return ErrorResponse(HttpStatusOf(status.code()), status);
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_HTTP_STATUS_H_
