// Reads multipart/form-data (RFC 7578).

#ifndef INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_
#define INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_

#include <string_view>

#include "absl/status/status.h"
#include "server/http/parameters.h"

namespace interpres {

// Adds the parts of a body. A part with a file name is a parameter like the
// others. `content_type` is the header with the boundary. Returns
// INVALID_ARGUMENT if the body is malformed, a part has no name, or the body
// has more than 1,000 parts.
absl::Status ReadMultipart(std::string_view content_type, std::string_view body,
                           Parameters& parameters);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_MULTIPART_FORM_H_
