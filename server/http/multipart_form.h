// Reads multipart/form-data (RFC 7578).

#ifndef INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_
#define INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_

#include <string_view>

#include "absl/status/status.h"
#include "server/http/parameters.h"

namespace interpres {

// Adds the parts of a body in multipart/form-data to `parameters`, behind
// values of the same name. A part with a file name is a parameter like others.
// `content_type` is the value of the header Content-Type. Returns
// INVALID_ARGUMENT if `content_type` has no boundary, the body is malformed, a
// part has no name, or the body has more than 1,000 parts. Then some parts may
// have been added.
absl::Status ReadMultipart(std::string_view content_type, std::string_view body,
                           Parameters& parameters);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_
